//# Static shared memory is the block's own: each block reverses its part of an array.
//@ hip = true
__global__ void reverse(int *v) { __shared__ int s[8]; int t = threadIdx.x; s[t] = v[blockIdx.x * 8 + t]; __syncthreads(); v[blockIdx.x * 8 + t] = s[7 - t]; }
int *v; cudaMallocManaged(&v, 16 * sizeof(int)); for (int i = 0; i < 16; ++i) v[i] = i;
reverse<<<2, 8>>>(v); cudaDeviceSynchronize();
int host[16]; cudaMemcpy(host, v, sizeof host, cudaMemcpyDefault); host
//= (int[16]) {7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8}
