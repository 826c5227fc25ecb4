//# Helper headers of programs ask for NVIDIA's include guards before they declare what takes CUDA's types.
#if defined(__CUDA_RUNTIME_H__) && defined(__DRIVER_TYPES_H__) && defined(__VECTOR_TYPES_H__)
const char *name_of(cudaError_t e) { return cudaGetErrorName(e); }
#endif
name_of(cudaErrorInvalidValue)
//= (const char *) "cudaErrorInvalidValue"
#include <cuda.h>
#ifdef __cuda_cuda_h__
CUresult result = CUDA_ERROR_NOT_FOUND; CUdevice_attribute attribute = CU_DEVICE_ATTRIBUTE_WARP_SIZE;
#endif
result
//= (CUresult) CUDA_ERROR_NOT_FOUND
(int)attribute
//= (int) 10
