//# A body that runs if a kernel before it says so, and another one that runs if not; both again with each launch.
//@ devices = ["cpu", "cuda"]
//@ expected_failures = { toolkit = "the toolkit's `cudaGraphSetConditional` is in a library of relocatable device code" }
__global__ void decide(cudaGraphConditionalHandle h, const int *n) { cudaGraphSetConditional(h, *n > 2); }
__global__ void say(int yes) { printf(yes ? "more than two\n" : "two or less\n"); }
int *n; cudaMallocManaged(&n, sizeof(int));
cudaGraph_t g; cudaGraphExec_t x; cudaGraphNode_t first, choice, in_body; cudaGraphConditionalHandle h;
cudaGraphCreate(&g, 0); cudaGraphConditionalHandleCreate(&h, g);
void *decide_args[] = {&h, &n}; cudaKernelNodeParams kernel = {}; kernel.func = (void *)decide; kernel.gridDim = 1; kernel.blockDim = 1; kernel.kernelParams = decide_args;
cudaGraphAddKernelNode(&first, g, nullptr, 0, &kernel);
cudaGraphNodeParams node = {cudaGraphNodeTypeConditional}; node.conditional.handle = h; node.conditional.type = cudaGraphCondTypeIf; node.conditional.size = 2;
cudaGraphAddNode(&choice, g, &first, nullptr, 1, &node);
int yes = 1, no = 0; void *say_args[] = {&yes}; kernel.func = (void *)say; kernel.kernelParams = say_args;
cudaGraphAddKernelNode(&in_body, node.conditional.phGraph_out[0], nullptr, 0, &kernel);
say_args[0] = &no; cudaGraphAddKernelNode(&in_body, node.conditional.phGraph_out[1], nullptr, 0, &kernel);
cudaGraphNodeType type; cudaGraphNodeGetType(choice, &type); type
//= (cudaGraphNodeType) cudaGraphNodeTypeConditional
cudaGraphInstantiate(&x, g, 0); cudaGraphDestroy(g);
for (int i : {1, 3, 5, 0}) { *n = i; cudaGraphLaunch(x, 0); cudaDeviceSynchronize(); }
//= two or less
//= more than two
//= more than two
//= two or less
cudaGraphExecDestroy(x)
//= (cudaError_t) cudaSuccess
