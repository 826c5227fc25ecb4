// The runtime API as programs call it, with CUDA 13's signatures and the older ones still in use.
#include <cuda.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>

__device__ int variable;
__device__ float *pointer;
__constant__ float coefficients[4];
__global__ void kernel(float *x, int n) { x[0] = coefficients[0] * (float)n; }
template <class T> __global__ void of_type(T *x) { *x = 1; }

void memory() {
  float *p = nullptr;
  size_t pitch, bytes, total;
  cudaMalloc(&p, 4), cudaMalloc((void **)&p, 4), cudaMallocManaged(&p, 4), cudaMallocHost(&p, 4), cudaHostAlloc(&p, 4, cudaHostAllocMapped);
  cudaMallocPitch(&p, &pitch, 4, 4), cudaMallocAsync(&p, 4, 0), cudaFreeAsync(p, 0), cudaMemGetInfo(&bytes, &total);
  cudaMemcpyToSymbol(coefficients, p, 16), cudaMemcpyToSymbol(variable, p, 4, 0, cudaMemcpyHostToDevice), cudaMemcpyToSymbol(pointer, &p, sizeof p);
  cudaMemcpyFromSymbol(p, variable, 4), cudaMemcpyToSymbolAsync(coefficients, p, 4, 0, cudaMemcpyDefault, 0);
  cudaGetSymbolAddress((void **)&p, variable), cudaGetSymbolAddress(&p, coefficients), cudaGetSymbolSize(&bytes, coefficients);
  cudaMemPrefetchAsync(p, 4, 0), cudaMemPrefetchAsync(p, 4, cudaCpuDeviceId, nullptr), cudaMemAdvise(p, 4, cudaMemAdviseSetReadMostly, 0);
  cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
  cudaMemPrefetchAsync(p, 4, here, 0), cudaMemAdvise(p, 4, cudaMemAdviseSetReadMostly, here);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(p, 16, 4, 4), copy.extent = make_cudaExtent(4, 4, 1), copy.kind = cudaMemcpyDefault;
  cudaMemcpy3D(&copy);
  cudaPointerAttributes attributes;
  cudaPointerGetAttributes(&attributes, p);
}

void launches() {
  float *p = nullptr;
  int n = 3, grid, block;
  void *args[] = {&p, &n};
  cudaLaunchKernel(kernel, 1, 1, args), cudaLaunchKernel((void *)kernel, dim3(1), dim3(1), args, 0, 0), cudaLaunchCooperativeKernel((void *)kernel, 1, 1, args);
  cudaLaunchConfig_t config = {};
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeCooperative, attribute.val.cooperative = 1, config.attrs = &attribute, config.numAttrs = 1;
  cudaLaunchKernelEx(&config, kernel, p, 3), cudaLaunchKernelEx(&config, of_type<int>, (int *)nullptr);
  of_type<float><<<1, 1, 0, 0>>>(p);
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, kernel), cudaFuncGetAttributes(&attributes, of_type<double>), cudaFuncGetAttributes(&attributes, (const void *)kernel);
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 3), cudaFuncSetCacheConfig(of_type<int>, cudaFuncCachePreferL1);
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel, 0, 0), cudaOccupancyMaxPotentialBlockSize(&grid, &block, of_type<char>);
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, kernel, [](int threads) { return threads * 4; });
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&grid, kernel, 32, 0);
}

void graphs() {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec;
  cudaGraphNode_t node, from[4], to[4];
  size_t count = 4;
  cudaStream_t stream;
  cudaStreamCreate(&stream), cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph), cudaGraphInstantiate(&exec, graph, 0), cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
  cudaKernelNodeParams params = {};
  params.func = (void *)kernel, params.gridDim = dim3(1);
  cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params), cudaGraphAddDependencies(graph, &node, &node, 1);
  cudaGraphAddDependencies(graph, &node, &node, nullptr, 1), cudaGraphGetEdges(graph, from, to, &count), cudaGraphGetEdges(graph, from, to, nullptr, &count);
  cudaGraphNodeParams any = {cudaGraphNodeTypeKernel};
  any.kernel.func = (void *)kernel, cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &any);
  cudaGraphExecUpdateResultInfo info;
  cudaGraphExecUpdateResult result;
  cudaGraphExecUpdate(exec, graph, &info), cudaGraphExecUpdate(exec, graph, &node, &result), cudaGraphLaunch(exec, stream);
}

int main() {
  cudaEvent_t event;
  float ms;
  cudaEventCreate(&event), cudaEventCreate(&event, cudaEventDisableTiming), cudaEventRecord(event), cudaEventElapsedTime(&ms, event, event);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  cudaStreamAttrValue value = {};
  value.priority = 1, cudaStreamSetAttribute(0, cudaStreamAttributePriority, &value);
  printf("%s %d %zu %s\n", properties.name, properties.clockRate, properties.totalGlobalMem, cudaGetErrorString(cudaGetLastError()));
  memory(), launches(), graphs(), cudaThreadSynchronize(), cudaProfilerStart();
  CUdeviceptr address = 0;
  return (int)address + (CUDART_VERSION < 13000) + (int)cudaSuccess;
}
