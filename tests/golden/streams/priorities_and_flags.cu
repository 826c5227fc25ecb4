//# What a stream was made with is what it tells.
//@ expected_failures = { toolkit = "NVIDIA's runtime library does not check a stream that was destroyed" }
int least, greatest; cudaDeviceGetStreamPriorityRange(&least, &greatest);
least == 0 && greatest < 0
//= (bool) true
cudaStream_t s; cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, greatest)
//= (cudaError_t) cudaSuccess
int priority; unsigned flags; cudaStreamGetPriority(s, &priority); cudaStreamGetFlags(s, &flags); priority == greatest && flags == cudaStreamNonBlocking
//= (bool) true
cudaStreamDestroy(s)
//= (cudaError_t) cudaSuccess
cudaStreamSynchronize(s)
//= (cudaError_t) cudaErrorInvalidResourceHandle
cudaStreamQuery(nullptr)
//= (cudaError_t) cudaSuccess
