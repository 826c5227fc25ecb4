//# Green contexts are the driver's of NVIDIA GPUs: elsewhere the first call is refused, and the session says why.
//@ devices = ["cpu"]
#include <cuda.h>
CUdevResource all; cuDeviceGetDevResource(0, &all, CU_DEV_RESOURCE_TYPE_SM)
//= (CUresult) 801
//? note: cell 2: `cuDeviceGetDevResource` is of NVIDIA's own driver, and this device's has no such function
CUstream stream; cuGreenCtxStreamCreate(&stream, nullptr, CU_STREAM_NON_BLOCKING, 0)
//= (CUresult) 801
//? note: cell 3: `cuGreenCtxStreamCreate` is of NVIDIA's own driver, and this device's has no such function
