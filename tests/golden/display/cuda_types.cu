//# dim3, vector types, half, bfloat16, errors and other enums of the runtime.
dim3(4, 2)
//= (dim3) (4, 2, 1)
dim3{}
//= (dim3) (1, 1, 1)
uint3{1, 2, 3}
//= (uint3) (1, 2, 3)
make_float4(1, 2.5f, -3, 0)
//= (float4) (1, 2.5, -3, 0)
make_double2(0.1, 0.2)
//= (double2) (0.1, 0.2)
cudaErrorInvalidValue
//= (cudaError) cudaErrorInvalidValue
cudaSuccess
//= (cudaError) cudaSuccess
#include <cuda_fp16.h>
__float2half(1.5f)
//= (__half) 1.5
half2 h = __floats2half2_rn(0.1f, 2); h
//= (half2) (0.1, 2)
#include <cuda_bf16.h>
__float2bfloat16(3.14159f)
//= (__nv_bfloat16) 3.14
cudaGetErrorString(cudaErrorMemoryAllocation)
//= (const char *) "out of memory"
cudaMalloc((void **) nullptr, 10)
//= (cudaError_t) cudaErrorInvalidValue
