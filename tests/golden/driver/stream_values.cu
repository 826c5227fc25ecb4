//# Streams write words of memory and wait for them: for a value, for more, for bits; what is wrong gives the documented code.
#include <cuda.h>
#include <cstring>
__global__ void set(unsigned *p, unsigned value) { *p = value; }
unsigned *words; cudaHostAlloc(&words, 64, cudaHostAllocMapped); memset(words, 0, 64);
unsigned long long *wide = (unsigned long long *)(words + 8); CUdeviceptr at = (CUdeviceptr)words;
CUstream one, two; cuStreamCreate(&one, CU_STREAM_NON_BLOCKING); cuStreamCreate(&two, CU_STREAM_NON_BLOCKING);
int can = 0; cuDeviceGetAttribute(&can, CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS, 0); can
//= (int) 1
unsigned before = 9; set<<<1, 1>>>(words + 3, 1);  // it is loaded before streams wait
// A cell ends when what it queued has happened, so the write stands in the cell of the wait.
auto meet = [] { cuStreamWaitValue32(one, at, 5, CU_STREAM_WAIT_VALUE_EQ); set<<<1, 1, 0, one>>>(words + 1, 77); before = cuStreamQuery(one); return cuStreamWriteValue32(two, at, 5, CU_STREAM_WRITE_VALUE_DEFAULT); };
meet()
//= (CUresult) CUDA_SUCCESS
before == CUDA_ERROR_NOT_READY
//= (bool) true
words[1]
//= (unsigned int) 77
cuStreamWaitValue64(two, (CUdeviceptr)wide, 1ull << 40, CU_STREAM_WAIT_VALUE_GEQ); set<<<1, 1, 0, two>>>(words + 2, 78); cuStreamWriteValue64(one, (CUdeviceptr)wide, (1ull << 40) + 1, 0); cuStreamSynchronize(two); words[2]
//= (unsigned int) 78
CUstreamBatchMemOpParams ops[3] = {};
ops[0].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32; ops[0].writeValue.address = at; ops[0].writeValue.value = 6;
ops[1].waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_32; ops[1].waitValue.address = at; ops[1].waitValue.value = 2; ops[1].waitValue.flags = CU_STREAM_WAIT_VALUE_AND;
ops[2].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_64; ops[2].writeValue.address = (CUdeviceptr)wide; ops[2].writeValue.value64 = 9;
cuStreamBatchMemOp(one, 3, ops, 0)
//= (CUresult) CUDA_SUCCESS
cuStreamSynchronize(one); words[0] * 10 + *wide
//= (unsigned long long) 69
cuStreamWriteValue32(one, at + 2, 5, 0)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuStreamWriteValue32(one, 0, 5, 0)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
unsigned *managed; cudaMallocManaged(&managed, 64); cuStreamWriteValue32(one, (CUdeviceptr)managed, 5, 0)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
int local; cuStreamWriteValue32(one, (CUdeviceptr)&local, 5, 0)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuStreamWaitValue32(one, at, 5, 64)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuStreamBatchMemOp(one, 0, ops, 0)
//= (CUresult) CUDA_SUCCESS
