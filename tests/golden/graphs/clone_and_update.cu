//# A clone is a graph of its own; an instance is updated from a graph of the same shape, and refuses another one.
__global__ void set(int *p, int v) { *p = v; }
int *p; cudaMallocManaged(&p, 4); cudaStream_t s; cudaStreamCreate(&s);
auto captured = [](int v, int times) { cudaGraph_t g; cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal); for (int i = 0; i < times; ++i) set<<<1, 1, 0, s>>>(p, v); cudaStreamEndCapture(s, &g); return g; };
cudaGraph_t one = captured(1, 1), two = captured(2, 1), longer = captured(3, 2), clone;
cudaGraphClone(&clone, one)
//= (cudaError_t) cudaSuccess
cudaGraphDestroy(one)
//= (cudaError_t) cudaSuccess
cudaGraphExec_t exec; cudaGraphInstantiate(&exec, clone); cudaGraphLaunch(exec, s); cudaStreamSynchronize(s); *p
//= (int) 1
cudaGraphExecUpdateResultInfo info; cudaGraphExecUpdate(exec, two, &info)
//= (cudaError_t) cudaSuccess
cudaGraphLaunch(exec, s); cudaStreamSynchronize(s); *p
//= (int) 2
cudaError_t refused = cudaGraphExecUpdate(exec, longer, &info); cudaGetLastError(); refused
//= (cudaError_t) cudaErrorGraphExecUpdateFailure
cudaGraphLaunch(exec, s); cudaStreamSynchronize(s); *p
//= (int) 2
