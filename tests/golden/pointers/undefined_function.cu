//# A function that cannot be compiled is named where kernels call by addresses, until it can.
__device__ int missing(int x);
__device__ int f(int x) { return missing(x) + 1; }
__device__ int (*at)(int) = f;
__global__ void call(int *out) { *out = at(1); }
__global__ void plain(int *out) { *out = 5; }
int *out; cudaMallocManaged(&out, sizeof(int));
plain<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 5
call<<<1, 1>>>(out);
//? error: cell 8: kernel `call` <<<(1,1,1), (1,1,1)>>>: cudaErrorInvalidDeviceFunction
//?   it calls functions by their addresses, and of these not all could be compiled: `missing(int)` is used in device code and defined nowhere; define it and launch again
__device__ int missing(int x) { return 40 * x; }
call<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 41
