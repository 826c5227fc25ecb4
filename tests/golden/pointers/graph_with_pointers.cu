//# A captured kernel calls through a table: after a redefinition the graph reaches the newer function.
__device__ int f(int x) { return x + 1; }
__device__ int (*at)(int) = f;
__global__ void call(int *out) { *out = at(*out); }
int *out; cudaMallocManaged(&out, sizeof(int)); *out = 0;
cudaStream_t s; cudaStreamCreate(&s); cudaGraph_t g; cudaGraphExec_t e;
cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); call<<<1, 1, 0, s>>>(out); call<<<1, 1, 0, s>>>(out); cudaStreamEndCapture(s, &g); cudaGraphInstantiate(&e, g, 0);
cudaGraphLaunch(e, s); cudaStreamSynchronize(s); *out
//= (int) 2
__device__ int f(int x) { return x + 10; }
__global__ void nothing() {}
nothing<<<1, 1>>>(); cudaDeviceSynchronize();
cudaGraphLaunch(e, s); cudaStreamSynchronize(s); *out
//= (int) 22
