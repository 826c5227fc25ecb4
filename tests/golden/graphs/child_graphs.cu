//# Kernels in child graphs take the newest definition too: within children of children, after updates, and after another child was set.
__global__ void k(int *p, int step) { *p += step; }
__global__ void other(int *p) { *p += 1000000; }
int *p; cudaMallocManaged(&p, 4); *p = 0; cudaStream_t s; cudaStreamCreate(&s);
cudaGraph_t inner_of(int step) { cudaGraph_t g; cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); k<<<1, 1, 0, s>>>(p, step); cudaStreamEndCapture(s, &g); return g; }
cudaGraph_t holding(cudaGraph_t child) { cudaGraph_t g; cudaGraphCreate(&g, 0); cudaGraphNode_t n; cudaGraphAddChildGraphNode(&n, g, nullptr, 0, child); return g; }
cudaGraph_t middle = holding(inner_of(1)), outer = holding(middle); cudaGraphExec_t e; cudaGraphInstantiate(&e, outer, 0)
//= (cudaError_t) cudaSuccess
int ran() { *p = 0; if (cudaGraphLaunch(e, s) != cudaSuccess || cudaStreamSynchronize(s) != cudaSuccess) return -1; return *p; }
ran()
//= (int) 1
__global__ void k(int *p, int step) { *p += 100 * step; }
ran()
//= (int) 100
// The user's own graph is as it was made: with the kernel's name, and its arguments.
cudaGraphNode_t top; size_t one = 1; cudaGraphGetNodes(outer, &top, &one); cudaGraph_t seen; cudaGraphChildGraphNodeGetGraph(top, &seen); cudaGraphNode_t below; cudaGraphGetNodes(seen, &below, &one); cudaGraph_t deepest; cudaGraphChildGraphNodeGetGraph(below, &deepest); cudaGraphNode_t leaf; cudaGraphGetNodes(deepest, &leaf, &one); cudaKernelNodeParams told; cudaGraphKernelNodeGetParams(leaf, &told)
//= (cudaError_t) cudaSuccess
told.func == (void *)k && *(int *)told.kernelParams[1] == 1
//= (bool) true
// Another child of the same form.
cudaGraphExecChildGraphNodeSetParams(e, top, holding(inner_of(2)))
//= (cudaError_t) cudaSuccess
ran()
//= (int) 200
__global__ void k(int *p, int step) { *p += 1000 * step; }
ran()
//= (int) 2000
// All of the graph of the same form.
cudaGraphExecUpdateResultInfo result; cudaGraphExecUpdate(e, holding(holding(inner_of(3))), &result)
//= (cudaError_t) cudaSuccess
ran()
//= (int) 3000
__global__ void k(int *p, int step) { *p += 10000 * step; }
ran()
//= (int) 30000
cudaGraphDestroy(outer); cudaGraphDestroy(middle);
%undo 3
//? note: cells 19 to 21 are taken back: `k` (that of cell 15 is back), `cudaGraphDestroy(outer); cudaGraphDestro…`
ran()
//= (int) 3000
cudaGraphExecDestroy(e)
//= (cudaError_t) cudaSuccess
