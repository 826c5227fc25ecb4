//# A captured stream becomes a graph: nothing runs while it is captured, each launch runs all of it.
//@ hip = true
__global__ void add(int *p, int v) { p[threadIdx.x] += v; }
int *p, host[4] = {1, 2, 3, 4}, back[4] = {}; cudaMalloc(&p, 16);
cudaStream_t s; cudaStreamCreate(&s);
cudaGraph_t graph; cudaGraphExec_t exec; cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
cudaMemcpyAsync(p, host, 16, cudaMemcpyHostToDevice, s); add<<<1, 4, 0, s>>>(p, 10); add<<<1, 4, 0, s>>>(p, 100); cudaMemcpyAsync(back, p, 16, cudaMemcpyDeviceToHost, s);
cudaStreamCaptureStatus status; cudaStreamIsCapturing(s, &status); status == cudaStreamCaptureStatusActive
//= (bool) true
cudaStreamEndCapture(s, &graph)
//= (cudaError_t) cudaSuccess
printf("%d\n", back[0]);
//= 0
size_t nodes; cudaGraphGetNodes(graph, nullptr, &nodes); nodes
//= (size_t) 4
cudaGraphInstantiate(&exec, graph)
//= (cudaError_t) cudaSuccess
cudaGraphLaunch(exec, s); cudaStreamSynchronize(s); printf("%d %d\n", back[0], back[3]);
//= 111 114
host[3] = 1000; cudaGraphLaunch(exec, s); cudaGraphLaunch(exec, s); cudaStreamSynchronize(s); printf("%d %d\n", back[0], back[3]);
//= 111 1110
cudaGraphExecDestroy(exec)
//= (cudaError_t) cudaSuccess
cudaGraphDestroy(graph)
//= (cudaError_t) cudaSuccess
