//# A file whose helper was renamed: its own kernel is the new one, and a kernel that was typed keeps the helper that it has; the session says so once.
system("printf '__device__ int helper(int x) { return x + 1; }\\n__global__ void own(int *out) { *out = helper(1); }\\n' > lib.cu");
%load lib.cu
__global__ void mine(int *out) { *out = helper(10); }
int *out; cudaMallocManaged(&out, sizeof(int));
own<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 2
mine<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 11
system("printf '__device__ int added(int x) { return x + 2; }\\n__global__ void own(int *out) { *out = added(1); }\\n' > lib.cu");
%load lib.cu
//? note: `lib.cu` has no `helper` any more; the one of cell 2 is still used by `mine`
own<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 3
mine<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 11
__global__ void late(int *out) { *out = helper(10); }
//? cell 11:1:41: error: use of undeclared identifier 'helper'
//?     1 | __global__ void late(int *out) { *out = helper(10); }
//?       |                                         ^~~~~~
//? hint: `helper` was in `lib.cu` until cell 8
%load lib.cu
// A caller that was forgotten in the file is told of, as a compiler would.
system("printf '__device__ int more(int x) { return x + 3; }\\n__global__ void own(int *out) { *out = added(1); }\\n' > lib.cu");
%load lib.cu
//? lib.cu:2:40: error: use of undeclared identifier 'added'
//?     2 | __global__ void own(int *out) { *out = added(1); }
//?       |                                        ^~~~~
//? hint: `added` is in the `lib.cu` that cell 11 loaded, and not in this one
own<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 3
// The typed kernel goes over to a helper of its name that is typed.
__device__ int helper(int x) { return x + 100; }
mine<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 110
