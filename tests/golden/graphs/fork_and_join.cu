//# A capture spreads to other streams through events and comes back; the nodes depend on each other as the streams did.
//@ expected_failures = { toolkit = "CUDA 13 has another `cudaGraphGetEdges`" }
__global__ void set(int *p, int v) { *p = v; }
__global__ void sum(int *p) { p[2] = p[0] + p[1]; }
int *p; cudaMallocManaged(&p, 12);
cudaStream_t a, b; cudaStreamCreate(&a); cudaStreamCreate(&b); cudaEvent_t fork, join; cudaEventCreate(&fork); cudaEventCreate(&join);
cudaGraph_t graph; cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal); cudaEventRecord(fork, a); cudaStreamWaitEvent(b, fork); set<<<1, 1, 0, a>>>(p, 3); set<<<1, 1, 0, b>>>(p + 1, 4); cudaEventRecord(join, b); cudaStreamWaitEvent(a, join); sum<<<1, 1, 0, a>>>(p); cudaStreamEndCapture(a, &graph)
//= (cudaError_t) cudaSuccess
size_t nodes, edges, roots; cudaGraphGetNodes(graph, nullptr, &nodes); cudaGraphGetEdges(graph, nullptr, nullptr, &edges); cudaGraphGetRootNodes(graph, nullptr, &roots); printf("%zu %zu %zu\n", nodes, edges, roots);
//= 3 2 2
cudaGraphExec_t exec; cudaGraphInstantiate(&exec, graph); cudaGraphLaunch(exec, a); cudaStreamSynchronize(a); p[2]
//= (int) 7
