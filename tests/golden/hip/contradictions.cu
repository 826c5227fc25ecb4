//# Arguments that contradict each other or name nothing: events, signals, nodes of graphs.
//@ devices = ["cpu"]
#include <hip/hip_runtime.h>
hipEvent_t event;
hipEventCreateWithFlags(&event, hipEventReleaseToDevice | hipEventReleaseToSystem)
//= (hipError_t) hipErrorInvalidValue
hipEventCreateWithFlags(&event, hipEventReleaseToDevice)
//= (hipError_t) hipSuccess
hipEventElapsedTime(nullptr, event, event)
//= (hipError_t) hipErrorInvalidValue
cudaEventElapsedTime(nullptr, nullptr, nullptr)
//= (cudaError_t) cudaErrorInvalidValue
float ms;
hipEventElapsedTime(&ms, nullptr, event)
//= (hipError_t) hipErrorInvalidHandle
void *signal;
hipExtMallocWithFlags(&signal, 16, hipMallocSignalMemory)
//= (hipError_t) hipErrorInvalidValue
hipExtMallocWithFlags(&signal, 8, hipMallocSignalMemory)
//= (hipError_t) hipSuccess
hipExtMallocWithFlags(&signal, 16, hipDeviceMallocUncached)
//= (hipError_t) hipSuccess
hipGraph_t graph; hipGraphCreate(&graph, 0);
hipGraphNode_t node;
hipGraphAddEventWaitNode(&node, graph, nullptr, 0, nullptr)
//= (hipError_t) hipErrorInvalidValue
hipGraphAddEventRecordNode(&node, graph, nullptr, 0, event)
//= (hipError_t) hipSuccess
cudaGraphEventRecordNodeSetEvent(node, nullptr)
//= (cudaError_t) cudaErrorInvalidValue
