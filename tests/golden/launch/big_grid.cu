//# A grid of many more blocks than anything holds at once, along each dimension.
__global__ void count(unsigned long long *n) { if (threadIdx.x == 0) atomicAdd(n, blockIdx.x + blockIdx.y + blockIdx.z); }
unsigned long long *n; cudaMallocManaged(&n, 8);
count<<<200000, 32>>>(n);
*n
//= (unsigned long long) 19999900000
*n = 0; count<<<dim3(1, 65535, 1), 1>>>(n); cudaDeviceSynchronize(); *n
//= (unsigned long long) 2147385345
*n = 0; count<<<dim3(2, 1, 65535), 1>>>(n); cudaDeviceSynchronize(); *n
//= (unsigned long long) 4294836225
