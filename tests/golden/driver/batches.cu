//# Batches of copies, prefetches and discards, by the driver API and the runtime API: in the stream's order, and refused in the legacy default stream.
#include <cuda.h>
CUstream stream; cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
CUdeviceptr a, b; cuMemAlloc(&a, 16); cuMemAlloc(&b, 16);
int one[4] = {1, 2, 3, 4}, two[4] = {}, three[4] = {};
CUdeviceptr to[] = {a, b, (CUdeviceptr)two}, from[] = {(CUdeviceptr)one, a, b}; size_t bytes[] = {16, 16, 12};
CUmemcpyAttributes how[2] = {}; how[0].srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM; how[1].srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_ANY;
size_t first[] = {0, 2};
cuMemcpyBatchAsync(to, from, bytes, 3, how, first, 2, stream)
//= (CUresult) CUDA_SUCCESS
cuStreamSynchronize(stream)
//= (CUresult) CUDA_SUCCESS
two
//= (int[4]) {1, 2, 3, 0}
cuMemcpyBatchAsync(to, from, bytes, 3, how, first, 2, nullptr)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
first[1] = 3; cuMemcpyBatchAsync(to, from, bytes, 3, how, first, 2, stream)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
how[0].srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_INVALID; cuMemcpyBatchAsync(to, from, bytes, 3, how, first, 1, stream)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cudaMemcpyAttributes plain = {}; plain.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
const void *targets[] = {three}, *sources[] = {(void *)b};
cudaMemcpyBatchAsync(targets, sources, bytes, 1, plain, stream)
//= (cudaError_t) cudaSuccess
cudaStreamSynchronize(stream); three
//= (int[4]) {1, 2, 3, 4}
cudaChannelFormatDesc ints = cudaCreateChannelDesc<int>(); cudaArray_t array; cudaMallocArray(&array, &ints, 2, 2);
cudaMemcpy3DBatchOp ops[2] = {};
ops[0].src.type = cudaMemcpyOperandTypePointer; ops[0].src.op.ptr = {one, 0, 0, {}};
ops[0].dst.type = cudaMemcpyOperandTypeArray; ops[0].dst.op.array = {array, {0, 0, 0}};
ops[0].extent = {2, 2, 1}; ops[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
ops[1].src.type = cudaMemcpyOperandTypeArray; ops[1].src.op.array = {array, {0, 1, 0}};
ops[1].dst.type = cudaMemcpyOperandTypePointer; ops[1].dst.op.ptr = {three, 0, 0, {}};
ops[1].extent = {2, 1, 1}; ops[1].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
cudaMemcpy3DBatchAsync(2, ops, 0, stream)
//= (cudaError_t) cudaSuccess
cudaStreamSynchronize(stream); three
//= (int[4]) {3, 4, 3, 4}
ops[1].dst.op.ptr.ptr = nullptr; cudaMemcpy3DBatchAsync(2, ops, 0, stream)
//= (cudaError_t) cudaErrorInvalidValue
void *managed[2]; cudaMallocManaged(&managed[0], 64); cudaMallocManaged(&managed[1], 64); size_t sizes[] = {64, 64};
cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
cudaMemPrefetchBatchAsync(managed, sizes, 2, here, 0, stream)
//= (cudaError_t) cudaSuccess
int last; cudaMemRangeGetAttribute(&last, 4, cudaMemRangeAttributeLastPrefetchLocation, managed[1], 64); last
//= (int) 0
cudaMemDiscardBatchAsync(managed, sizes, 2, 0, stream)
//= (cudaError_t) cudaSuccess
size_t zero = 0; cudaMemDiscardAndPrefetchBatchAsync(managed, sizes, 2, &here, &zero, 1, 0, stream)
//= (cudaError_t) cudaSuccess
cuMemDiscardBatchAsync(to, bytes, 1, 0, stream)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
CUmemLocation place = {CU_MEM_LOCATION_TYPE_DEVICE, 0}; cuMemPrefetchBatchAsync((CUdeviceptr *)managed, sizes, 2, &place, &zero, 1, 0, stream)
//= (CUresult) CUDA_SUCCESS
cuMemDiscardAndPrefetchBatchAsync((CUdeviceptr *)managed, sizes, 2, &place, &zero, 1, 1, stream)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
