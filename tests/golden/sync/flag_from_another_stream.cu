//# A kernel spins on a flag that a kernel of another stream sets: the streams run at the same time, so both end.
//@ hip = true
__device__ volatile int go;
__global__ void waits(int *out) { while (!go) __nanosleep(1000); *out = 5; }
__global__ void sets() { go = 1; }
int *out; cudaMallocManaged(&out, 4);
cudaStream_t a, b; cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
waits<<<1, 1, 0, a>>>(out); sets<<<1, 1, 0, b>>>();
*out
//= (int) 5
