//# Graphs of the real runtime with kernels of the session: by capture and by nodes; an instantiated one takes the newest definition.
//@ devices = ["toolkit"]
__global__ void k(int *p) { *p += 1; }
int *p; cudaMallocManaged(&p, 4); *p = 0;
cudaStream_t s; cudaStreamCreate(&s); cudaGraph_t g; cudaGraphExec_t e;
cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
k<<<1, 1, 0, s>>>(p); k<<<1, 1, 0, s>>>(p);
cudaStreamEndCapture(s, &g); cudaGraphInstantiate(&e, g, 0)
//= (cudaError_t) cudaSuccess
cudaGraphLaunch(e, s); cudaStreamSynchronize(s); *p
//= (int) 2
__global__ void k(int *p) { *p += 100; }
cudaGraphLaunch(e, s); cudaStreamSynchronize(s); *p
//= (int) 202
cudaGraph_t h; cudaGraphCreate(&h, 0); cudaGraphNode_t node; void *arguments[] = {&p}; cudaKernelNodeParams params = {}; params.func = (void *)k; params.gridDim = 1; params.blockDim = 1; params.kernelParams = arguments; cudaGraphAddKernelNode(&node, h, nullptr, 0, &params)
//= (cudaError_t) cudaSuccess
cudaGraphExec_t f; cudaGraphInstantiate(&f, h, 0); cudaGraphDestroy(h)
//= (cudaError_t) cudaSuccess
__global__ void k(int *p) { *p += 1000; }
cudaGraphLaunch(f, s); cudaStreamSynchronize(s); *p
//= (int) 1202
cudaKernelNodeParams told; cudaGraphNode_t first; size_t one = 1; cudaGraphGetNodes(g, &first, &one); cudaGraphKernelNodeGetParams(first, &told); told.func == (void *)k
//= (bool) true
