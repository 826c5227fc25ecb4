//# A kernel that is redefined while a graph is recorded, before it is instantiated, or before another graph updates it, runs in its newest form; nodes that were edited do as edited.
__global__ void set(int *p, int v) { p[threadIdx.x] = v; }
int *p; cudaMallocManaged(&p, 8); cudaStream_t s; cudaStreamCreate(&s);
cudaGraph_t g, other; cudaGraphExec_t exec; cudaGraphExecUpdateResultInfo info;
struct Pair { int first, second; };
Pair run(cudaGraphExec_t e) { p[0] = p[1] = -1; cudaGraphLaunch(e, s); cudaStreamSynchronize(s); return {p[0], p[1]}; }
cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed); set<<<1, 1, 0, s>>>(p, 1); cudaStreamEndCapture(s, &g)
//= (cudaError_t) cudaSuccess
__global__ void set(int *p, int v) { p[threadIdx.x] = 10 * v; }
cudaGraphInstantiate(&exec, g); run(exec).first
//= (int) 10
// One kernel, redefined between two nodes.
cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed); set<<<1, 1, 0, s>>>(p, 2); set<<<1, 1, 0, s>>>(p + 1, 3);
__global__ void set(int *p, int v) { p[threadIdx.x] = 100 * v; }
set<<<1, 1, 0, s>>>(p + 1, 4); cudaStreamEndCapture(s, &other); cudaGraphExec_t three; cudaGraphInstantiate(&three, other); run(three).first
//= (int) 200
run(three).second
//= (int) 400
// An update by a graph that was recorded before the redefinition.
auto record = [](int v) { cudaGraph_t made; cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed); set<<<1, 1, 0, s>>>(p, v); cudaStreamEndCapture(s, &made); return made; };
cudaGraph_t later = record(5);
__global__ void set(int *p, int v) { p[threadIdx.x] = 1000 * v; }
cudaGraphExecUpdate(exec, later, &info); run(exec).first
//= (int) 5000
// An update, then the graph that it came from is destroyed, then a redefinition.
cudaGraph_t last = record(6); cudaGraphExecUpdate(exec, last, &info); cudaGraphDestroy(last); run(exec).first
//= (int) 6000
__global__ void set(int *p, int v) { p[threadIdx.x] = -v; }
run(exec).first
//= (int) -6
// A recorded graph whose node is edited before it updates another, and after it has updated it.
cudaGraph_t edited = record(7); cudaGraphNode_t node; size_t count = 1; cudaGraphGetNodes(edited, &node, &count); int v = 8; void *arguments[] = {&p, &v};
cudaKernelNodeParams params = {}; params.func = (void *)set; params.gridDim = dim3(1); params.blockDim = dim3(2); params.kernelParams = arguments; cudaGraphKernelNodeSetParams(node, &params)
//= (cudaError_t) cudaSuccess
cudaGraphExecUpdate(exec, edited, &info); run(exec).second
//= (int) -8
v = 9; cudaGraphKernelNodeSetParams(node, &params); run(exec).second
//= (int) -8
__global__ void set(int *p, int v) { p[threadIdx.x] = -10 * v; }
run(exec).second
//= (int) -80
// Nodes that are added by hand behind recorded ones.
cudaGraph_t grown = record(1); cudaGraphNode_t recorded; count = 1; cudaGraphGetNodes(grown, &recorded, &count); int *second = p + 1; arguments[0] = &second; params.blockDim = dim3(1); cudaGraphNode_t added; cudaGraphAddKernelNode(&added, grown, &recorded, 1, &params)
//= (cudaError_t) cudaSuccess
cudaGraphExec_t both; cudaGraphInstantiate(&both, grown); Pair two = run(both); two.first
//= (int) -10
two.second
//= (int) -90
// A node that is switched off stays off where the graph is updated.
cudaGraphNodeSetEnabled(both, added, 0); run(both).second
//= (int) -1
