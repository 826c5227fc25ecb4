//# A loop of a graph: its body runs for as long as its last kernel says; the default begins each launch. Bodies are captured, and hold loops themselves.
//@ devices = ["cpu", "cuda"]
//@ expected_failures = { toolkit = "the toolkit's `cudaGraphSetConditional` is in a library of relocatable device code" }
__global__ void step(cudaGraphConditionalHandle h, int *n) { printf("%d ", *n); cudaGraphSetConditional(h, --*n); }
int *n; cudaMallocManaged(&n, sizeof(int));
cudaStream_t s; cudaStreamCreate(&s);
cudaGraph_t g, body; cudaGraphExec_t x; cudaGraphNode_t loop; cudaGraphConditionalHandle h;
cudaGraphCreate(&g, 0); cudaGraphConditionalHandleCreate(&h, g, 1, cudaGraphCondAssignDefault);
cudaGraphNodeParams node = {cudaGraphNodeTypeConditional}; node.conditional.handle = h; node.conditional.type = cudaGraphCondTypeWhile; node.conditional.size = 1;
cudaGraphAddNode(&loop, g, nullptr, 0, &node); body = node.conditional.phGraph_out[0];
cudaStreamBeginCaptureToGraph(s, body, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal); step<<<1, 1, 0, s>>>(h, n); cudaStreamEndCapture(s, nullptr);
cudaGraphInstantiate(&x, g, 0);
*n = 4; cudaGraphLaunch(x, s); cudaStreamSynchronize(s); *n = 2; cudaGraphLaunch(x, s); cudaStreamSynchronize(s); printf("\n");
//= 4 3 2 1 2 1
// A kernel that is redefined is followed, in bodies too.
__global__ void step(cudaGraphConditionalHandle h, int *n) { printf("[%d] ", *n); cudaGraphSetConditional(h, --*n); }
*n = 3; cudaGraphLaunch(x, s); cudaStreamSynchronize(s); printf("\n");
//= [3] [2] [1]
// In a loop of three rounds, one of two.
__global__ void outer_step(cudaGraphConditionalHandle outer, cudaGraphConditionalHandle inner, int *rounds, int *n) { printf("round %d: ", *rounds); *n = 2; cudaGraphSetConditional(inner, 1); cudaGraphSetConditional(outer, --*rounds); }
cudaGraphConditionalHandle outer, inner; cudaGraph_t nest; cudaGraphNode_t at; cudaGraphCreate(&nest, 0);
cudaGraphConditionalHandleCreate(&outer, nest, 1, cudaGraphCondAssignDefault); cudaGraphConditionalHandleCreate(&inner, nest);
node.conditional.handle = outer; cudaGraphAddNode(&at, nest, nullptr, nullptr, 0, &node); cudaGraph_t outer_body = node.conditional.phGraph_out[0];
int *rounds; cudaMallocManaged(&rounds, sizeof(int)); *rounds = 3;
void *outer_args[] = {&outer, &inner, &rounds, &n}; cudaKernelNodeParams kernel = {}; kernel.func = (void *)outer_step; kernel.gridDim = 1; kernel.blockDim = 1; kernel.kernelParams = outer_args;
cudaGraphAddKernelNode(&at, outer_body, nullptr, 0, &kernel);
node.conditional.handle = inner; cudaGraphNode_t inner_loop; cudaGraphAddNode(&inner_loop, outer_body, &at, nullptr, 1, &node);
void *inner_args[] = {&inner, &n}; kernel.func = (void *)step; kernel.kernelParams = inner_args; cudaGraphAddKernelNode(&at, node.conditional.phGraph_out[0], nullptr, 0, &kernel);
cudaGraphExec_t nested; cudaGraphInstantiate(&nested, nest, 0); cudaGraphLaunch(nested, 0); cudaDeviceSynchronize(); printf("\n");
//= round 3: [2] [1] round 2: [2] [1] round 1: [2] [1]
