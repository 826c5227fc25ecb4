//# An error of a running kernel is sticky: every later call of that cell fails with it, also after `cudaGetLastError`; the next cell begins with a usable device.
//@ devices = ["cpu"]
//@ mistakes = true
__global__ void wild(int *p) { *p = 1; }
int *p; cudaError_t sync, get, again, alloc;
wild<<<1, 1>>>((int *)64); sync = cudaDeviceSynchronize(); get = cudaGetLastError(); again = cudaGetLastError(); alloc = cudaMalloc(&p, 4);
//? error: cell 3: kernel `wild` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid write to address 0x40
//?   at cell 1:1 in `wild`
printf("%s, %s, %s, %s\n", cudaGetErrorName(sync), cudaGetErrorName(get), cudaGetErrorName(again), cudaGetErrorName(alloc));
//= cudaErrorIllegalAddress, cudaErrorIllegalAddress, cudaErrorIllegalAddress, cudaErrorIllegalAddress
cudaMalloc(&p, 4)
//= (cudaError_t) cudaSuccess
