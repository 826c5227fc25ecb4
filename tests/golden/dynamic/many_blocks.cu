//# Every thread of many blocks launches; grids of barriers launch and are launched.
//@ devices = ["cpu", "cuda"]
__global__ void child(int *p, int at) { __shared__ int part[32]; part[threadIdx.x] = 1; __syncthreads(); if (threadIdx.x == 0) { int s = 0; for (int i = 0; i < 32; ++i) s += part[i]; atomicAdd(p + at % 2, s); } }
__global__ void parent(int *p) { int i = blockIdx.x * blockDim.x + threadIdx.x; __syncthreads(); child<<<1, 32>>>(p, i); }
int *p; cudaMalloc(&p, 8); cudaMemset(p, 0, 8);
parent<<<20, 50>>>(p);
p
//= (int *) device int[2] {16000, 16000}
