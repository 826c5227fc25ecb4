//# A kernel launches another one; the child runs once its parent has written, and before the host goes on.
//@ devices = ["cpu", "cuda"]
__global__ void child(int *p) { p[threadIdx.x] *= 10; }
__global__ void parent(int *p) { p[threadIdx.x] = threadIdx.x; __syncthreads(); if (threadIdx.x == 0) child<<<1, 4>>>(p); }
int *p; cudaMalloc(&p, 4 * sizeof(int));
parent<<<1, 4>>>(p);
p
//= (int *) device int[4] {0, 10, 20, 30}
