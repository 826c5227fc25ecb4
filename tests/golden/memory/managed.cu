//# Managed memory and a `__managed__` variable: one address for host and kernels, no copies.
//@ expected_failures = { toolkit = "CUDA 13 has another `cudaMemPrefetchAsync`" }
__managed__ int total = 5;
__global__ void add(int *p) { p[threadIdx.x] += threadIdx.x; atomicAdd(&total, p[threadIdx.x]); }
int *p; cudaMallocManaged(&p, 32);
for (int i = 0; i < 8; ++i) p[i] = 100;
add<<<1, 8>>>(p);
printf("%d %d %d\n", p[0], p[7], total);
//= 100 107 833
total = 1;
add<<<1, 8>>>(p);
total
//= (int) 857
cudaMemPrefetchAsync(p, 32, cudaCpuDeviceId)
//= (cudaError_t) cudaSuccess
