//# A graph that was instantiated before its kernel is defined again runs the new kernel.
int *p; cudaMallocManaged(&p, sizeof(int)); cudaStream_t s; cudaStreamCreate(&s);
__global__ void k(int *out) { *out = 1; }
cudaGraph_t g; cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); k<<<1, 1, 0, s>>>(p); cudaStreamEndCapture(s, &g);
cudaGraphExec_t e; cudaGraphInstantiate(&e, g, 0); cudaGraphLaunch(e, s); cudaStreamSynchronize(s); *p
//= (int) 1
__global__ void k(int *out) { *out = 2; }
cudaGraphLaunch(e, s); cudaStreamSynchronize(s); *p
//= (int) 2
