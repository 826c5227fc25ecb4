//# A kernel that launches kernels, as a node of a graph: what it launches runs before the nodes behind it, with each launch of the graph.
//@ devices = ["cpu", "cuda"]
//@ expected_failures = { toolkit = "a graph of the toolkit's library runs on the driver alone: such a kernel is refused there" }
__global__ void child(int *p) { atomicAdd(p, 10); }
__global__ void parent(int *p) { *p += 1; child<<<1, 2>>>(p); }
__global__ void twice(int *p) { *p *= 2; }
int *p; cudaMalloc(&p, 4); cudaMemset(p, 0, 4);
cudaStream_t s; cudaStreamCreate(&s); cudaGraph_t g; cudaGraphExec_t x;
cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); parent<<<1, 1, 0, s>>>(p); twice<<<1, 1, 0, s>>>(p); cudaStreamEndCapture(s, &g); cudaGraphInstantiate(&x, g, 0);
cudaGraphLaunch(x, s); cudaStreamSynchronize(s);
p
//= (int *) device int[1] {42}
cudaGraphLaunch(x, s); cudaStreamSynchronize(s);
p
//= (int *) device int[1] {126}
