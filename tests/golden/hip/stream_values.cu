//# Streams write words and wait for them, by HIP's names; a mask says which bits of the word count.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
//@ devices = ["cpu"]
#include <hip/hip_runtime.h>
uint32_t *word; hipMallocManaged(&word, 64); uint64_t *wide = (uint64_t *)(word + 8); *wide = 0; *word = 0;
hipStream_t one, two; hipStreamCreateWithFlags(&one, hipStreamNonBlocking); hipStreamCreateWithFlags(&two, hipStreamNonBlocking);
hipError_t first;
first = hipStreamWaitValue32(one, word, 0x0f, hipStreamWaitValueEq, 0xff); hipStreamWriteValue32(one, word + 1, 3, 0); hipStreamWriteValue32(two, word, 0x70f, 0); hipStreamSynchronize(one)
//= (hipError_t) hipSuccess
first
//= (hipError_t) hipSuccess
word[1]
//= (uint32_t) 3
hipStreamWaitValue64(one, wide, 8, hipStreamWaitValueGte); hipStreamWriteValue64(two, wide, 9, 0); hipStreamSynchronize(one)
//= (hipError_t) hipSuccess
*wide
//= (uint64_t) 9
hipStreamWriteValue32(one, word, 1, 1)
//= (hipError_t) hipErrorInvalidValue
