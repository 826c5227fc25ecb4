//# Events: not ready before their stream gets there, times in order, and a stream that waits for another's event.
__device__ volatile int go;
__global__ void wait() { while (!go) __nanosleep(100); }
__global__ void open() { go = 1; }
__global__ void copy(int *to, const int *from) { *to = *from; }
__global__ void set(int *p, int v) { *p = v; }
cudaStream_t a, b, c; for (auto s : {&a, &b, &c}) cudaStreamCreateWithFlags(s, cudaStreamNonBlocking);
cudaEvent_t start, done; cudaEventCreate(&start); cudaEventCreate(&done);
int *p; cudaMallocManaged(&p, 8);
cudaError_t early, stream_early; cudaEventRecord(start, a); wait<<<1, 1, 0, a>>>(); set<<<1, 1, 0, a>>>(p, 42); cudaEventRecord(done, a); cudaStreamWaitEvent(b, done); copy<<<1, 1, 0, b>>>(p + 1, p); early = cudaEventQuery(done); stream_early = cudaStreamQuery(b); open<<<1, 1, 0, c>>>(); cudaStreamSynchronize(b);
early
//= (cudaError_t) cudaErrorNotReady
stream_early
//= (cudaError_t) cudaErrorNotReady
cudaEventQuery(done)
//= (cudaError_t) cudaSuccess
cudaStreamQuery(b)
//= (cudaError_t) cudaSuccess
p[1]
//= (int) 42
float ms = -1; cudaEventElapsedTime(&ms, start, done)
//= (cudaError_t) cudaSuccess
ms > 0
//= (bool) true
cudaEvent_t untimed; cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming); cudaEventRecord(untimed); cudaEventElapsedTime(&ms, untimed, done)
//= (cudaError_t) cudaErrorInvalidResourceHandle
cudaEventDestroy(start)
//= (cudaError_t) cudaSuccess
