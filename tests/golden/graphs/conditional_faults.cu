//# Faults in the body of a conditional node, and Ctrl-C in one that never ends.
//@ devices = ["cpu"]
__global__ void choose(cudaGraphConditionalHandle h, const int *n) { cudaGraphSetConditional(h, *n); }
__global__ void say(int i) { *(volatile int *)nullptr = i; }
int *n; cudaMallocManaged(&n, sizeof(int));
cudaGraph_t g; cudaGraphExec_t x; cudaGraphNode_t first, choice, in_body; cudaGraphConditionalHandle h;
cudaGraphCreate(&g, 0); cudaGraphConditionalHandleCreate(&h, g);
void *args[] = {&h, &n}; cudaKernelNodeParams kernel = {}; kernel.func = (void *)choose; kernel.gridDim = 1; kernel.blockDim = 1; kernel.kernelParams = args;
cudaGraphAddKernelNode(&first, g, nullptr, 0, &kernel);
cudaGraphNodeParams node = {cudaGraphNodeTypeConditional}; node.conditional.handle = h; node.conditional.type = cudaGraphCondTypeSwitch; node.conditional.size = 3;
cudaGraphAddNode(&choice, g, &first, nullptr, 1, &node);
for (int i = 0; i < 3; ++i) { void *say_args[] = {&i}; kernel.func = (void *)say; kernel.kernelParams = say_args; cudaGraphAddKernelNode(&in_body, node.conditional.phGraph_out[i], nullptr, 0, &kernel); }
cudaGraphInstantiate(&x, g, 0);
// A fault in a body is told with its kernel.
*n = 1; cudaGraphLaunch(x, 0); cudaDeviceSynchronize();
//? error: cell 12: kernel `say` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid write to address 0x0
//?   at cell 2:1 in `say`
// Ctrl-C ends a loop that never ends.
__global__ void spin(cudaGraphConditionalHandle h) { for (long long t = clock64(); clock64() - t < 2000000000;) {} cudaGraphSetConditional(h, 1); }
cudaGraph_t endless; cudaGraphCreate(&endless, 0); cudaGraphConditionalHandleCreate(&h, endless, 1, cudaGraphCondAssignDefault);
node.conditional.handle = h; node.conditional.type = cudaGraphCondTypeWhile; node.conditional.size = 1; cudaGraphAddNode(&choice, endless, nullptr, nullptr, 0, &node);
void *spin_args[] = {&h}; kernel.func = (void *)spin; kernel.kernelParams = spin_args; cudaGraphAddKernelNode(&in_body, node.conditional.phGraph_out[0], nullptr, 0, &kernel);
cudaGraphInstantiate(&x, endless, 0);
cudaGraphLaunch(x, 0); cudaDeviceSynchronize();;
//! interrupt after 200 ms
//? error: cell 18 was interrupted in kernel `spin` <<<(1,1,1), (1,1,1)>>>; its state is kept
1 + 1
//= (int) 2
