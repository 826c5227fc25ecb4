//# A kernel that uses a host variable is refused; the constant and the device variable are not.
int host = 3; const int constant = 4; __device__ int device = 5;
__global__ void k(int *o) { *o = host; }
//? cell 2:1:34: error: reference to __host__ variable 'host' in __global__ function
//?     1 | __global__ void k(int *o) { *o = host; }
//?       |                                  ^
//? cell 1:1:5: note: host variable declared here
//?     1 | int host = 3; const int constant = 4; __device__ int device = 5;
//?       |     ^
__global__ void k(int *o) { *o = constant * 10 + device; }
int *o; cudaMallocManaged(&o, sizeof(int)); k<<<1, 1>>>(o);
*o
//= (int) 45
