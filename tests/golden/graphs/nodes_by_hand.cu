//# A graph made of nodes: fill, kernel, copy, host function; then other parameters for the instance.
//@ hip = true
__global__ void scale(int *p, int by) { p[threadIdx.x] *= by; }
int *p, back[4], seen = 0, by = 3; cudaMalloc(&p, 16);
cudaGraph_t graph; cudaGraphCreate(&graph, 0);
cudaGraphNode_t fill, kernel, copy, host;
cudaMemsetParams fill_params = {}; fill_params.dst = p; fill_params.value = 7; fill_params.elementSize = 4; fill_params.width = 4; fill_params.height = 1;
cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &fill_params)
//= (cudaError_t) cudaSuccess
void *args[] = {&p, &by}; cudaKernelNodeParams kernel_params = {}; kernel_params.func = (void *)scale; kernel_params.gridDim = dim3(1); kernel_params.blockDim = dim3(4); kernel_params.kernelParams = args;
cudaGraphAddKernelNode(&kernel, graph, &fill, 1, &kernel_params)
//= (cudaError_t) cudaSuccess
cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, back, p, 16, cudaMemcpyDeviceToHost)
//= (cudaError_t) cudaSuccess
cudaHostNodeParams host_params = {[](void *data) { *(int *)data += back[3]; }, &seen};
cudaGraphAddHostNode(&host, graph, &copy, 1, &host_params)
//= (cudaError_t) cudaSuccess
cudaGraphExec_t exec; cudaGraphInstantiate(&exec, graph)
//= (cudaError_t) cudaSuccess
cudaGraphLaunch(exec, 0); cudaDeviceSynchronize(); seen
//= (int) 21
by = 5; cudaGraphExecKernelNodeSetParams(exec, kernel, &kernel_params)
//= (cudaError_t) cudaSuccess
cudaGraphLaunch(exec, 0); cudaDeviceSynchronize(); seen
//= (int) 56
cudaGraphNodeType type; cudaGraphNodeGetType(host, &type); type == cudaGraphNodeTypeHost
//= (bool) true
