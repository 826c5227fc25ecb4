//# Handles of memory and of events under HIP's names.
//@ devices = ["cpu"]
#include <hip/hip_runtime.h>
int *p; hipMalloc(&p, 64);
hipIpcMemHandle_t handle; hipIpcGetMemHandle(&handle, p)
//= (hipError_t) hipSuccess
int *own = nullptr; hipIpcOpenMemHandle((void **)&own, handle, hipIpcMemLazyEnablePeerAccess)
//= (hipError_t) hipErrorInvalidContext
hipEvent_t event; hipEventCreateWithFlags(&event, hipEventDisableTiming | hipEventInterprocess);
hipIpcEventHandle_t of_event; hipIpcGetEventHandle(&of_event, event)
//= (hipError_t) hipSuccess
hipIpcGetMemHandle(nullptr, p)
//= (hipError_t) hipErrorInvalidValue
hipIpcCloseMemHandle(p)
//= (hipError_t) hipErrorInvalidValue
sizeof(handle) == HIP_IPC_HANDLE_SIZE
//= (bool) true
