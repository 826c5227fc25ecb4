//# A graph that was instantiated before runs the kernel's newest definition.
//@ devices = ["cuda"]
__global__ void k(int *p) { *p += 1; }
int *p; cudaMallocManaged(&p, 4); *p = 0;
cudaStream_t s; cudaStreamCreate(&s); cudaGraph_t g; cudaGraphExec_t e;
cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); k<<<1, 1, 0, s>>>(p); k<<<1, 1, 0, s>>>(p); cudaStreamEndCapture(s, &g); cudaGraphInstantiate(&e, g, 0)
//= (cudaError_t) cudaSuccess
cudaGraphLaunch(e, s); cudaStreamSynchronize(s); *p
//= (int) 2
__global__ void k(int *p) { *p += 100; }
cudaGraphLaunch(e, s); cudaStreamSynchronize(s); *p
//= (int) 202
