//# The call of a null pointer is a fault of the kernel, told with it; the session goes on.
//@ devices = ["cpu"]
__device__ int (*at)(int);
__global__ void call(int *out) { *out = at(1); }
int *out; cudaMallocManaged(&out, sizeof(int));
call<<<1, 1>>>(out); cudaDeviceSynchronize();
//? error: cell 4: kernel `call` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   call of address 0x0, where no code is
//?   at cell 2:1 in `call`
__device__ int f(int x) { return x + 1; }
__global__ void set() { at = f; }
set<<<1, 1>>>(); call<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 2
