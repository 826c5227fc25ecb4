//# Kernels of two streams really run at the same time: each waits for the other's flag, in both orders.
__device__ volatile int flags[2];
__global__ void meet(int me, int *out) { flags[me] = 1; __threadfence(); while (!flags[1 - me]) __nanosleep(100); out[me] = me + 1; }
int *out; cudaMallocManaged(&out, 8);
cudaStream_t a, b; cudaStreamCreate(&a); cudaStreamCreate(&b);
meet<<<1, 1, 0, a>>>(0, out); meet<<<1, 1, 0, b>>>(1, out); cudaStreamSynchronize(a); cudaStreamSynchronize(b);
printf("%d %d\n", out[0], out[1]);
//= 1 2
