//# Captures, user objects, memory and occupancy under the names of HIP.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
//@ devices = ["cpu", "cuda", "hip"]
#include <hip/hip_runtime.h>
__global__ void add(int *x, int n) { atomicAdd(x, n); }
int *x; hipMalloc(&x, sizeof(int)); hipMemset(x, 0, sizeof(int));
hipStream_t stream; hipStreamCreate(&stream);
hipGraph_t graph; hipGraphCreate(&graph, 0);
hipGraphNode_t empty; hipGraphAddEmptyNode(&empty, graph, nullptr, 0)
//= (hipError_t) hipSuccess
hipStreamBeginCaptureToGraph(stream, graph, &empty, nullptr, 1, hipStreamCaptureModeGlobal)
//= (hipError_t) hipSuccess
add<<<1, 4, 0, stream>>>(x, 5);
hipStreamCaptureStatus status; unsigned long long id; hipGraph_t into; const hipGraphNode_t *tips; size_t count;
hipStreamGetCaptureInfo_v2(stream, &status, &id, &into, &tips, &count)
//= (hipError_t) hipSuccess
status == hipStreamCaptureStatusActive && into == graph && count == 1
//= (bool) true
hipStreamUpdateCaptureDependencies(stream, &empty, 1, hipStreamSetCaptureDependencies)
//= (hipError_t) hipSuccess
add<<<1, 2, 0, stream>>>(x, 100);
hipStreamEndCapture(stream, &graph)
//= (hipError_t) hipSuccess
hipGraphNodeGetDependentNodes(empty, nullptr, &count)
//= (hipError_t) hipSuccess
count
//= (size_t) 2
// What a user's object does when the last graph lets go of it.
int released = 0;
hipUserObject_t object;
hipUserObjectCreate(&object, &released, [](void *p) { *(int *)p += 1; }, 1, hipUserObjectNoDestructorSync)
//= (hipError_t) hipSuccess
hipGraphRetainUserObject(graph, object, 1, hipGraphUserObjectMove)
//= (hipError_t) hipSuccess
hipGraphExec_t exec;
hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0)
//= (hipError_t) hipSuccess
hipGraphLaunch(exec, stream)
//= (hipError_t) hipSuccess
hipStreamSynchronize(stream)
//= (hipError_t) hipSuccess
x
//= (int *) device int[1] {220}
hipGraphExecDestroy(exec)
//= (hipError_t) hipSuccess
hipGraphDestroy(graph)
//= (hipError_t) hipSuccess
released
//= (int) 1
unsigned long long used = 9;
hipDeviceGetGraphMemAttribute(0, hipGraphMemAttrUsedMemCurrent, &used)
//= (hipError_t) hipSuccess
used
//= (unsigned long long) 0
hipDeviceGraphMemTrim(0)
//= (hipError_t) hipSuccess
int blocks = 0;
hipOccupancyMaxActiveBlocksPerMultiprocessor<void (*)(int *, int)>(&blocks, add, 64, 0)
//= (hipError_t) hipSuccess
blocks > 0
//= (bool) true
int least = 0, size = 0;
hipOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(&least, &size, add, [](int threads) { return (size_t)threads; }, 128, 0)
//= (hipError_t) hipSuccess
size
//= (int) 128
hipKernelNameRefByPtr((const void *)add, stream)
//= (const char *) "_Z3addPii"
hipGetStreamDeviceId(stream)
//= (int) 0
hipCreateChannelDescHalf2().y
//= (int) 16
