//# Nodes of the driver API's graphs that copy, fill and allocate, by their own calls and by the call for nodes of any type.
#include <cuda.h>
__global__ void twice(int *p) { p[threadIdx.x] *= 2; }
CUfunction function; cudaGetFuncBySymbol(&function, (void *)twice);
CUdeviceptr memory; cuMemAlloc(&memory, 16);
int in[4] = {1, 2, 3, 4}, out[4] = {};
CUgraph graph; cuGraphCreate(&graph, 0)
//= (CUresult) CUDA_SUCCESS
CUDA_MEMCPY3D up = {}; up.srcMemoryType = CU_MEMORYTYPE_HOST; up.srcHost = in; up.dstMemoryType = CU_MEMORYTYPE_DEVICE; up.dstDevice = memory;
up.WidthInBytes = 16; up.Height = up.Depth = 1;
CUgraphNode copy; cuGraphAddMemcpyNode(&copy, graph, nullptr, 0, &up, nullptr)
//= (CUresult) CUDA_SUCCESS
CUDA_MEMCPY3D told; cuGraphMemcpyNodeGetParams(copy, &told)
//= (CUresult) CUDA_SUCCESS
told.srcHost == in && told.dstDevice == memory && told.WidthInBytes == 16 && told.srcMemoryType == CU_MEMORYTYPE_HOST
//= (bool) true
void *arguments[] = {&memory};
CUgraphNodeParams launch = {CU_GRAPH_NODE_TYPE_KERNEL};
launch.kernel.func = function; launch.kernel.gridDimX = launch.kernel.gridDimY = launch.kernel.gridDimZ = 1;
launch.kernel.blockDimX = 4; launch.kernel.blockDimY = launch.kernel.blockDimZ = 1; launch.kernel.kernelParams = arguments;
CUgraphNode kernel; cuGraphAddNode(&kernel, graph, &copy, nullptr, 1, &launch)
//= (CUresult) CUDA_SUCCESS
CUgraphNodeParams down = {CU_GRAPH_NODE_TYPE_MEMCPY};
down.memcpy.copyParams = {}; down.memcpy.copyParams.srcMemoryType = CU_MEMORYTYPE_DEVICE; down.memcpy.copyParams.srcDevice = memory;
down.memcpy.copyParams.dstMemoryType = CU_MEMORYTYPE_HOST; down.memcpy.copyParams.dstHost = out;
down.memcpy.copyParams.WidthInBytes = 16; down.memcpy.copyParams.Height = down.memcpy.copyParams.Depth = 1;
CUgraphNode back; cuGraphAddNode(&back, graph, &kernel, nullptr, 1, &down)
//= (CUresult) CUDA_SUCCESS
CUgraphExec exec; cuGraphInstantiate(&exec, graph, 0)
//= (CUresult) CUDA_SUCCESS
cuGraphLaunch(exec, nullptr); cuCtxSynchronize(); out
//= (int[4]) {2, 4, 6, 8}
int other[4] = {10, 20, 30, 40}; up.srcHost = other; cuGraphExecMemcpyNodeSetParams(exec, copy, &up, nullptr)
//= (CUresult) CUDA_SUCCESS
cuGraphLaunch(exec, nullptr); cuCtxSynchronize(); out
//= (int[4]) {20, 40, 60, 80}
launch.kernel.blockDimX = 2; cuGraphExecNodeSetParams(exec, kernel, &launch)
//= (CUresult) CUDA_SUCCESS
cuGraphLaunch(exec, nullptr); cuCtxSynchronize(); out
//= (int[4]) {20, 40, 30, 40}
cuGraphMemcpyNodeSetParams(copy, &up)
//= (CUresult) CUDA_SUCCESS
down.memcpy.copyParams.WidthInBytes = 8; cuGraphNodeSetParams(back, &down)
//= (CUresult) CUDA_SUCCESS
CUkernelNodeAttrValue priority = {}; cuGraphKernelNodeSetAttribute(kernel, CU_KERNEL_NODE_ATTRIBUTE_PRIORITY, &priority)
//= (CUresult) CUDA_SUCCESS
cuGraphKernelNodeGetAttribute(kernel, CU_KERNEL_NODE_ATTRIBUTE_PRIORITY, &priority); priority.priority
//= (int) 0
up.srcHost = nullptr; cuGraphAddMemcpyNode(&copy, graph, nullptr, 0, &up, nullptr)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
CUDA_MEM_ALLOC_NODE_PARAMS room = {}; room.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED; room.poolProps.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
room.bytesize = 64; CUgraphNode place; cuGraphAddMemAllocNode(&place, graph, nullptr, 0, &room)
//= (CUresult) CUDA_SUCCESS
CUDA_MEM_ALLOC_NODE_PARAMS same; cuGraphMemAllocNodeGetParams(place, &same); same.dptr == room.dptr && same.bytesize == 64
//= (bool) true
CUcontext here; cuCtxGetCurrent(&here);
CUgraphNodeParams clear = {CU_GRAPH_NODE_TYPE_MEMSET}; clear.memset = {room.dptr, 64, 7, 4, 16, 1, here};
CUgraphNode fill; cuGraphAddNode(&fill, graph, &place, nullptr, 1, &clear)
//= (CUresult) CUDA_SUCCESS
CUgraphNodeParams gone = {CU_GRAPH_NODE_TYPE_MEM_FREE}; gone.free.dptr = room.dptr; CUgraphNode end; cuGraphAddNode(&end, graph, &fill, nullptr, 1, &gone)
//= (CUresult) CUDA_SUCCESS
unsigned long long held; cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, &held)
//= (CUresult) CUDA_SUCCESS
unsigned long long none = 0; cuDeviceSetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &none)
//= (CUresult) CUDA_SUCCESS
CUgraphNodeParams odd = {(CUgraphNodeType)99}; cuGraphAddNode(&end, graph, nullptr, nullptr, 0, &odd)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuGraphAddNode(&end, graph, nullptr, nullptr, 0, nullptr)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
