//# After a fault every call of its cell gives the fault; the next cell begins with a usable device.
//@ devices = ["cuda"]
__global__ void wild(int *p) { *p = 1; }
wild<<<1, 1>>>((int *)64); int sync = cudaDeviceSynchronize(), last = cudaGetLastError(); int *q; int alloc = cudaMalloc(&q, 4); printf("%s %s %s\n", cudaGetErrorName((cudaError_t)sync), cudaGetErrorName((cudaError_t)last), cudaGetErrorName((cudaError_t)alloc));
//= cudaErrorIllegalAddress cudaErrorIllegalAddress cudaErrorIllegalAddress
//? error: cell 2: kernel `wild` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress
//?   an illegal memory access was encountered
//? note: a new executor runs with all definitions; the values of these variables are lost: `sync`, `last`, `q`, `alloc`
int *p; cudaMalloc(&p, 4)
//= (cudaError_t) cudaSuccess
