//# A context is made with parameters that ask for nothing, as programs for CUDA 13 give them; what they may ask for is refused by its code.
#include <cuda.h>
CUctxCreateParams plain = {}, affine = {};
CUcontext c; CUdevice d;
cuInit(0); cuDeviceGet(&d, 0);
cuCtxCreate(&c, &plain, 0, d)
//= (CUresult) CUDA_SUCCESS
cuCtxDestroy(c)
//= (CUresult) CUDA_SUCCESS
CUexecAffinityParam some = {CU_EXEC_AFFINITY_TYPE_SM_COUNT, {{1}}};
affine.execAffinityParams = &some; affine.numExecAffinityParams = 1;
cuCtxCreate(&c, &affine, 0, d)
//= (CUresult) CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY
