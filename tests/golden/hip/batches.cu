//# Several words written and waited for, and several copies, in one call.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
//@ devices = ["cpu"]
#include <hip/hip_runtime.h>
unsigned *words; hipMallocManaged(&words, 16);
hipStream_t s; hipStreamCreate(&s);
hipStreamBatchMemOpParams list[3] = {};
list[0].operation = hipStreamMemOpWriteValue32; list[0].writeValue.address = words; list[0].writeValue.value = 5;
list[1].operation = hipStreamMemOpWaitValue32; list[1].waitValue.address = words; list[1].waitValue.value = 5; list[1].waitValue.flags = hipStreamWaitValueEq;
list[2].operation = hipStreamMemOpWriteValue64; list[2].writeValue.address = words + 2; list[2].writeValue.value64 = 1ull << 40;
hipStreamBatchMemOp(s, 3, list, 0)
//= (hipError_t) hipSuccess
hipStreamSynchronize(s)
//= (hipError_t) hipSuccess
words[0] == 5 && words[3] == 256
//= (bool) true
list[1].operation = hipStreamMemOpBarrier;
hipStreamBatchMemOp(s, 2, list, 0)
//= (hipError_t) hipErrorNotSupported
hipStreamBatchMemOp(s, 0, list, 0)
//= (hipError_t) hipErrorInvalidValue
hipStreamBatchMemOp(s, 1, nullptr, 0)
//= (hipError_t) hipErrorInvalidValue
int from[4] = {1, 2, 3, 4}, *to; hipMallocManaged(&to, 16);
void *targets[] = {to, to + 2}, *sources[] = {from + 2, from}; size_t sizes[] = {8, 8}, which = 0, failed;
hipMemcpyAttributes how = {}; how.srcAccessOrder = hipMemcpySrcAccessOrderStream;
hipMemcpyBatchAsync(targets, sources, sizes, 2, &how, &which, 1, &failed, s)
//= (hipError_t) hipSuccess
hipStreamSynchronize(s)
//= (hipError_t) hipSuccess
to[0] == 3 && to[1] == 4 && to[2] == 1 && to[3] == 2
//= (bool) true
