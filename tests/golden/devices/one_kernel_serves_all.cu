//# A kernel that is defined once runs on every device, in its newest form, with memory of that device.
//@ count = 2
__global__ void fill(int *p, int n) { if (threadIdx.x < n) p[threadIdx.x] = 10 * n + threadIdx.x; }
int *on[2];
for (int d = 0; d < 2; ++d) { cudaSetDevice(d); cudaMalloc(&on[d], 16); fill<<<1, 4>>>(on[d], 4); }
int sum(int d) { int h[4]; cudaMemcpy(h, on[d], 16, cudaMemcpyDefault); return h[0] + h[1] + h[2] + h[3]; }
sum(0)
//= (int) 166
sum(1)
//= (int) 166
__global__ void fill(int *p, int n) { if (threadIdx.x < n) p[threadIdx.x] = 1; }
fill<<<1, 4>>>(on[1], 4);
sum(0)
//= (int) 166
sum(1)
//= (int) 4
cudaSetDevice(0);
fill<<<1, 4>>>(on[0], 2);
sum(0)
//= (int) 87
cudaPointerAttributes which;
cudaPointerGetAttributes(&which, on[1]); which.device
//= (int) 1
cudaPointerGetAttributes(&which, on[0] + 3); which.device
//= (int) 0
cudaFree(on[0]); cudaFree(on[1])
//= (cudaError_t) cudaSuccess
