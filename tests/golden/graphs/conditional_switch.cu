//# One body of several, by number; none if there is none of that number; wrong parameters are refused.
//@ devices = ["cpu", "cuda"]
//@ expected_failures = { toolkit = "the toolkit's `cudaGraphSetConditional` is in a library of relocatable device code" }
__global__ void choose(cudaGraphConditionalHandle h, const int *n) { cudaGraphSetConditional(h, *n); }
__global__ void say(int i) { printf("body %d\n", i); }
int *n; cudaMallocManaged(&n, sizeof(int));
cudaGraph_t g; cudaGraphExec_t x; cudaGraphNode_t first, choice, in_body; cudaGraphConditionalHandle h;
cudaGraphCreate(&g, 0); cudaGraphConditionalHandleCreate(&h, g);
void *args[] = {&h, &n}; cudaKernelNodeParams kernel = {}; kernel.func = (void *)choose; kernel.gridDim = 1; kernel.blockDim = 1; kernel.kernelParams = args;
cudaGraphAddKernelNode(&first, g, nullptr, 0, &kernel);
cudaGraphNodeParams node = {cudaGraphNodeTypeConditional}; node.conditional.handle = h; node.conditional.type = cudaGraphCondTypeSwitch; node.conditional.size = 3;
cudaGraphAddNode(&choice, g, &first, nullptr, 1, &node);
for (int i = 0; i < 3; ++i) { void *say_args[] = {&i}; kernel.func = (void *)say; kernel.kernelParams = say_args; cudaGraphAddKernelNode(&in_body, node.conditional.phGraph_out[i], nullptr, 0, &kernel); }
cudaGraphInstantiate(&x, g, 0);
for (int i : {2, 0, 7, 1}) { *n = i; cudaGraphLaunch(x, 0); cudaDeviceSynchronize(); }
//= body 2
//= body 0
//= body 1
cudaGraphNodeParams wrong = {cudaGraphNodeTypeConditional}; wrong.conditional.handle = 12345; wrong.conditional.size = 1;
cudaGraphAddNode(&choice, g, nullptr, nullptr, 0, &wrong)
//= (cudaError_t) cudaErrorInvalidValue
wrong.conditional.handle = h; wrong.conditional.type = cudaGraphCondTypeWhile; wrong.conditional.size = 2;
cudaGraphAddNode(&choice, g, nullptr, nullptr, 0, &wrong)
//= (cudaError_t) cudaErrorInvalidValue
cudaGraphConditionalHandleCreate(&h, g, 0, 2)
//= (cudaError_t) cudaErrorInvalidValue
