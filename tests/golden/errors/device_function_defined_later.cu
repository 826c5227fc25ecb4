//# A kernel may call a device function that is only declared: its launch fails by the function's name as people write it, and works once a later cell has defined it. Once the name was mangled, told twice, and the kernel stayed broken.
__device__ int later(int x, const char *text);
__global__ void k(int *out) { *out = later(1, "a"); }
int *out; cudaMallocManaged(&out, sizeof(int));
k<<<1, 2>>>(out);
//? error: cell 4: kernel `k` <<<(1,1,1), (2,1,1)>>>: cudaErrorInvalidDeviceFunction
//?   `later(int, char const*)` is used in device code and defined nowhere; define it and launch again
int unrelated = 1;
k<<<1, 2>>>(out); if (cudaGetLastError() != cudaSuccess) printf("the program asked\n");
//= the program asked
//? error: cell 6: kernel `k` <<<(1,1,1), (2,1,1)>>>: cudaErrorInvalidDeviceFunction
//?   `later(int, char const*)` is used in device code and defined nowhere; define it and launch again
__device__ int later(int x, const char *text) { return x + text[0]; }
k<<<1, 1>>>(out); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
*out
//= (int) 98
