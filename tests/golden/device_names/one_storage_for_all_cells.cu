//# Device variables of cell A, used by kernels of cells B and C and written with cudaMemcpyToSymbol in D, are one storage each.
__device__ int counter; __constant__ float factor; __managed__ int shared_total = 5; __device__ float scaled(float x) { return x * factor; }
__global__ void b(float *out) { atomicAdd(&counter, 1); out[threadIdx.x] = scaled(threadIdx.x); }
__global__ void c(int *out) { *out = counter * 100 + (int) factor; shared_total += counter; }
float two = 2; cudaMemcpyToSymbol(factor, &two, sizeof two)
//= (cudaError_t) cudaSuccess
float *out; cudaMallocManaged(&out, 4 * sizeof(float)); b<<<1, 4>>>(out);
out
//= (float *) managed float[4] {0, 2, 4, 6}
int *seen; cudaMallocManaged(&seen, sizeof(int)); c<<<1, 1>>>(seen);
*seen
//= (int) 402
int forty = 40; cudaMemcpyToSymbol(counter, &forty, sizeof forty)
//= (cudaError_t) cudaSuccess
b<<<1, 2>>>(out); c<<<1, 1>>>(seen);
*seen
//= (int) 4202
int back = 0; cudaMemcpyFromSymbol(&back, counter, sizeof back)
//= (cudaError_t) cudaSuccess
back
//= (int) 42
shared_total
//= (int) 51
