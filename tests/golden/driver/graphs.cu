//# Graphs, captures and launches with attributes by the driver API: every call does what the runtime's own does, and wrong arguments give its codes.
//@ devices = ["cpu"]
#include <cuda.h>
#include <cstdio>
__global__ void add(int *p, int n) { p[threadIdx.x] += n; }
int bad = 0, destroyed = 0, called = 0;
#define WANT(code, ...) do { CUresult got_ = __VA_ARGS__; if (got_ != code) std::printf("%s: %d, not %s\n", #__VA_ARGS__, got_, #code), ++bad; } while (0)
#define FINE(...) WANT(CUDA_SUCCESS, __VA_ARGS__)
#define VALUE(...) WANT(CUDA_ERROR_INVALID_VALUE, __VA_ARGS__)
#define SAME(a, b) do { if ((a) != (b)) std::printf("%s is not %s\n", #a, #b), ++bad; } while (0)
int check() {
  CUcontext context; FINE(cuDevicePrimaryCtxRetain(&context, 0)); FINE(cuCtxSetCurrent(context));
  CUdeviceptr memory; FINE(cuMemAlloc(&memory, 16)); int host[4], five = 5, six = 6;
  auto first = [&] { cuMemcpyDtoH(host, memory, 16); return host[0]; };
  CUstream s; FINE(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING)); CUevent e, other; FINE(cuEventCreate(&e, 0)); FINE(cuEventCreate(&other, 0));
  CUfunction k; cudaGetFuncBySymbol(&k, (const void *)add);
  // Launches with attributes.
  void *args[] = {&memory, &five}; CUlaunchAttribute plain[1] = {}; plain[0].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE; plain[0].value.cooperative = 1;
  CUlaunchConfig config = {1, 1, 1, 4, 1, 1, 0, s, plain, 1};
  FINE(cuMemsetD32(memory, 1, 4)); FINE(cuLaunchKernelEx(&config, k, args, nullptr)); FINE(cuStreamSynchronize(s)); SAME(first(), 6);
  CUlaunchAttribute cluster[1] = {}; cluster[0].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION; cluster[0].value.clusterDim.x = 2; cluster[0].value.clusterDim.y = cluster[0].value.clusterDim.z = 1;
  config.attrs = cluster; WANT(CUDA_ERROR_INVALID_CLUSTER_SIZE, cuLaunchKernelEx(&config, k, args, nullptr)); VALUE(cuLaunchKernelEx(nullptr, k, args, nullptr));
  WANT(CUDA_ERROR_INVALID_HANDLE, cuLaunchKernelEx(&config, nullptr, args, nullptr)); VALUE(cuLaunchKernelEx(&config, k, args, args));
  // By hand.
  CUgraph g, inner, child; CUgraphNode fill, launch, call, empty, record, wait, nested, from[8], to[8]; CUgraphExec x; size_t count = 8;
  FINE(cuGraphCreate(&g, 0)); VALUE(cuGraphCreate(nullptr, 0)); FINE(cuGraphCreate(&inner, 0));
  CUDA_MEMSET_NODE_PARAMS seven = {memory, 16, 7, 4, 4, 1}, eight = {memory, 16, 8, 4, 4, 1}, read;
  FINE(cuGraphAddMemsetNode(&fill, g, nullptr, 0, &seven, context)); VALUE(cuGraphAddMemsetNode(&fill, g, nullptr, 0, nullptr, context));
  CUDA_KERNEL_NODE_PARAMS five_more = {k, 1, 1, 1, 4, 1, 1, 0, args, nullptr, nullptr, nullptr}, asked;
  FINE(cuGraphAddKernelNode(&launch, g, &fill, 1, &five_more)); VALUE(cuGraphAddKernelNode(&launch, g, &fill, 1, nullptr));
  CUDA_HOST_NODE_PARAMS calls = {[](void *n) { ++*(int *)n; }, &called}, known; FINE(cuGraphAddHostNode(&call, g, &launch, 1, &calls));
  FINE(cuGraphAddEmptyNode(&empty, g, nullptr, 0)); FINE(cuGraphAddEventRecordNode(&record, g, &empty, 1, e)); FINE(cuGraphAddEventWaitNode(&wait, g, &record, 1, e));
  FINE(cuGraphAddEmptyNode(&empty, inner, nullptr, 0)); FINE(cuGraphAddChildGraphNode(&nested, g, &call, 1, inner)); FINE(cuGraphChildGraphNodeGetGraph(nested, &child));
  FINE(cuGraphGetNodes(child, from, &count)); SAME(count, 1); count = 8; FINE(cuGraphGetNodes(g, from, &count)); SAME(count, 7);
  count = 8; FINE(cuGraphGetRootNodes(g, from, &count)); SAME(count, 2); count = 8; FINE(cuGraphGetEdges(g, from, to, nullptr, &count)); SAME(count, 5);
  count = 8; FINE(cuGraphNodeGetDependencies(launch, from, nullptr, &count)); SAME(count, 1); SAME(from[0], fill);
  count = 8; FINE(cuGraphNodeGetDependentNodes(launch, to, nullptr, &count)); SAME(to[0], call);
  FINE(cuGraphAddDependencies(g, &wait, &nested, nullptr, 1)); FINE(cuGraphRemoveDependencies(g, &wait, &nested, nullptr, 1)); VALUE(cuGraphRemoveDependencies(g, &wait, &nested, nullptr, 1));
  CUgraphNodeType type; FINE(cuGraphNodeGetType(fill, &type)); SAME(type, CU_GRAPH_NODE_TYPE_MEMSET); FINE(cuGraphNodeGetType(wait, &type)); SAME(type, CU_GRAPH_NODE_TYPE_WAIT_EVENT);
  FINE(cuGraphKernelNodeGetParams(launch, &asked)); SAME(asked.func, k); SAME(asked.blockDimX, 4); VALUE(cuGraphKernelNodeGetParams(launch, nullptr)); VALUE(cuGraphKernelNodeGetParams(fill, &asked));
  FINE(cuGraphMemsetNodeGetParams(fill, &read)); SAME(read.value, 7); FINE(cuGraphHostNodeGetParams(call, &known)); SAME(known.userData, (void *)&called);
  FINE(cuGraphEventRecordNodeGetEvent(record, &other)); SAME(other, e); FINE(cuGraphEventWaitNodeGetEvent(wait, &other)); SAME(other, e);
  FINE(cuGraphInstantiate(&x, g, 0)); FINE(cuGraphUpload(x, s)); FINE(cuGraphLaunch(x, s)); FINE(cuStreamSynchronize(s)); SAME(first(), 12); SAME(called, 1);
  // Changed, here and there.
  FINE(cuGraphExecMemsetNodeSetParams(x, fill, &eight, context)); args[1] = &six; FINE(cuGraphExecKernelNodeSetParams(x, launch, &five_more)); FINE(cuGraphExecHostNodeSetParams(x, call, &calls));
  FINE(cuGraphLaunch(x, s)); FINE(cuStreamSynchronize(s)); SAME(first(), 14); unsigned enabled = 5;
  FINE(cuGraphNodeSetEnabled(x, launch, 0)); FINE(cuGraphNodeGetEnabled(x, launch, &enabled)); SAME(enabled, 0); FINE(cuGraphLaunch(x, s)); FINE(cuStreamSynchronize(s)); SAME(first(), 8);
  FINE(cuGraphMemsetNodeSetParams(fill, &eight)); FINE(cuGraphKernelNodeSetParams(launch, &five_more)); FINE(cuGraphHostNodeSetParams(call, &calls));
  FINE(cuGraphEventRecordNodeSetEvent(record, e)); FINE(cuGraphEventWaitNodeSetEvent(wait, e)); FINE(cuGraphExecEventRecordNodeSetEvent(x, record, e)); FINE(cuGraphExecEventWaitNodeSetEvent(x, wait, e));
  FINE(cuGraphExecChildGraphNodeSetParams(x, nested, inner)); CUgraphExecUpdateResultInfo info; FINE(cuGraphExecUpdate(x, g, &info)); SAME(info.result, cudaGraphExecUpdateSuccess);
  unsigned long long flags = 9; FINE(cuGraphExecGetFlags(x, &flags)); SAME(flags, 0); CUgraph clone; FINE(cuGraphClone(&clone, g)); FINE(cuGraphNodeFindInClone(&to[0], launch, clone));
  CUgraphExec y; CUDA_GRAPH_INSTANTIATE_PARAMS how = {}; FINE(cuGraphInstantiateWithParams(&y, clone, &how)); SAME(how.result_out, cudaGraphInstantiateSuccess);
  FINE(cuGraphExecDestroy(y)); FINE(cuGraphDestroyNode(wait)); FINE(cuGraphDebugDotPrint(clone, "graph.dot", 0)); FINE(cuGraphDestroy(clone)); VALUE(cuGraphExecDestroy(nullptr)); FINE(cuDeviceGraphMemTrim(0));
  CUuserObject object; FINE(cuUserObjectCreate(&object, &destroyed, [](void *n) { ++*(int *)n; }, 1, cudaUserObjectNoDestructorSync)); FINE(cuUserObjectRetain(object, 1)); FINE(cuGraphRetainUserObject(g, object, 1, 0));
  FINE(cuUserObjectRelease(object, 2)); SAME(destroyed, 0); FINE(cuGraphReleaseUserObject(g, object, 1)); SAME(destroyed, 1);
  // Captured.
  CUstreamCaptureStatus status; CUgraph captured; CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED; FINE(cuThreadExchangeStreamCaptureMode(&mode)); SAME(mode, CU_STREAM_CAPTURE_MODE_GLOBAL);
  FINE(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED)); FINE(cuStreamIsCapturing(s, &status)); SAME(status, CU_STREAM_CAPTURE_STATUS_ACTIVE);
  FINE(cuLaunchKernel(k, 1, 1, 1, 4, 1, 1, 0, s, args, nullptr)); FINE(cuStreamGetCaptureInfo(s, &status, nullptr, &captured, nullptr, nullptr, &count)); SAME(count, 1);
  FINE(cuStreamUpdateCaptureDependencies(s, nullptr, nullptr, 0, cudaStreamSetCaptureDependencies)); FINE(cuStreamEndCapture(s, &captured)); FINE(cuThreadExchangeStreamCaptureMode(&mode));
  FINE(cuStreamBeginCaptureToGraph(s, captured, nullptr, nullptr, 0, CU_STREAM_CAPTURE_MODE_RELAXED)); FINE(cuLaunchKernel(k, 1, 1, 1, 4, 1, 1, 0, s, args, nullptr)); FINE(cuStreamEndCapture(s, nullptr));
  count = 8; FINE(cuGraphGetNodes(captured, from, &count)); SAME(count, 2); FINE(cuGraphKernelNodeCopyAttributes(from[0], from[1])); VALUE(cuStreamEndCapture(s, nullptr));
  CUgraphConditionalHandle condition; FINE(cuGraphConditionalHandleCreate(&condition, captured, context, 1, CU_GRAPH_COND_ASSIGN_DEFAULT)); VALUE(cuGraphConditionalHandleCreate(nullptr, captured, context, 1, 0));
  // Memory nodes by the runtime, freed by the driver's.
  cudaMemAllocNodeParams block = {}; block.bytesize = 64; block.poolProps.allocType = cudaMemAllocationTypePinned; block.poolProps.location = {cudaMemLocationTypeDevice, 0}; CUdeviceptr freed = 0;
  if (cudaGraphAddMemAllocNode(&from[0], captured, nullptr, 0, &block)) ++bad; FINE(cuGraphAddMemFreeNode(&to[0], captured, from, 1, (CUdeviceptr)block.dptr)); FINE(cuGraphMemFreeNodeGetParams(to[0], &freed)); SAME(freed, (CUdeviceptr)block.dptr);
  // Other processes: tests/sharing.rs has two of them.
  CUipcMemHandle shared; CUipcEventHandle told; CUevent between; CUdeviceptr here; FINE(cuIpcGetMemHandle(&shared, memory)); VALUE(cuIpcGetMemHandle(nullptr, memory));
  WANT(CUDA_ERROR_INVALID_CONTEXT, cuIpcOpenMemHandle(&here, shared, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS)); VALUE(cuIpcOpenMemHandle(&here, shared, 0)); VALUE(cuIpcCloseMemHandle(memory));
  FINE(cuEventCreate(&between, CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS)); FINE(cuIpcGetEventHandle(&told, between)); VALUE(cuIpcGetEventHandle(&told, e)); WANT(CUDA_ERROR_INVALID_CONTEXT, cuIpcOpenEventHandle(&other, told));
  FINE(cuEventRecord(between, s)); FINE(cuEventSynchronize(between)); FINE(cuEventQuery(between)); FINE(cuStreamWaitEvent(s, between, 0));
  FINE(cuGraphDestroy(captured)); FINE(cuGraphDestroy(inner)); FINE(cuGraphDestroy(g)); FINE(cuGraphExecDestroy(x)); return bad;
}
check()
//= (int) 0
