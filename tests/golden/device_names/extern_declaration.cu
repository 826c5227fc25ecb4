//# A variable declared `extern` in one cell and a function declared without a body are defined in a later one.
extern __device__ int level;
__device__ int raise(int by);
__device__ int level = 3;
__device__ int raise(int by) { return level += by; }
__global__ void k(int *out) { *out = raise(4); }
int *out; cudaMallocManaged(&out, sizeof(int)); k<<<1, 1>>>(out);
*out
//= (int) 7
int value; cudaMemcpyFromSymbol(&value, level, sizeof value)
//= (cudaError_t) cudaSuccess
value
//= (int) 7
