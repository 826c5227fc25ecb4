//# A kernel that calls a host function is refused with both places; made a device function, it works.
int helper(int x) { return x + 1; }
__global__ void k(int *o) { *o = helper(1); }
//? cell 2:1:34: error: no matching function for call to 'helper'
//?     1 | __global__ void k(int *o) { *o = helper(1); }
//?       |                                  ^~~~~~
//? cell 1:1:5: note: candidate function not viable: call to __host__ function from __global__ function
//?     1 | int helper(int x) { return x + 1; }
//?       |     ^
__device__ int helper_on_device(int x) { return x + 1; }
__global__ void k(int *o) { *o = helper_on_device(1); }
int *o; cudaMallocManaged(&o, sizeof(int)); k<<<1, 1>>>(o);
*o
//= (int) 2
