//# Wrong launch configurations are errors of the launch, none is sticky, no kernel runs.
//@ hip = true
__global__ void count(int *n) { atomicAdd(n, 1); }
int *n; cudaMallocManaged(&n, 4);
cudaError_t e; const char *name() { cudaError_t last = cudaGetLastError(); return cudaGetErrorName(last); }
count<<<1, 2048>>>(n); puts(name());
//= cudaErrorInvalidConfiguration
count<<<0, 32>>>(n); puts(name());
//= cudaErrorInvalidConfiguration
count<<<1, 0>>>(n); puts(name());
//= cudaErrorInvalidConfiguration
count<<<1, 32, 1 << 20>>>(n); puts(name());
//= cudaErrorInvalidValue
count<<<dim3(1, 70000), 1>>>(n); puts(name());
//= cudaErrorInvalidConfiguration
count<<<1, dim3(1, 1, 65)>>>(n); puts(name());
//= cudaErrorInvalidConfiguration
count<<<1, dim3(32, 32, 2)>>>(n); puts(name());
//= cudaErrorInvalidConfiguration
*n
//= (int) 0
count<<<2, 32>>>(n); puts(name());
//= cudaSuccess
*n
//= (int) 64
