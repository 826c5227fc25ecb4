//# The address of a function that is only declared can be kept: the function may come with a later cell.
extern "C" __device__ int later(int x);
__device__ int (*at)(int) = later;
__global__ void call(int *out) { *out = at(3); }
int *out; cudaMallocManaged(&out, sizeof(int));
extern "C" __device__ int later(int x) { return 11 * x; }
call<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 33
