//# A reset is of one device, whose memory and settings it takes back.
//@ count = 2
//@ expected_failures = { toolkit = "there `cudaDeviceReset` only waits: the session's kernels live in the context that it would end" }
size_t limit() { size_t v; cudaDeviceGetLimit(&v, cudaLimitPrintfFifoSize); return v; }
size_t usual = limit();
int *kept; cudaMalloc(&kept, 4); cudaMemset(kept, 0, 4);
int *gone; cudaSetDevice(1); cudaMalloc(&gone, 4);
cudaMemGetInfo(nullptr, nullptr)
//= (cudaError_t) cudaSuccess
cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 4 << 20)
//= (cudaError_t) cudaSuccess
cudaDeviceReset()
//= (cudaError_t) cudaSuccess
limit() == usual
//= (bool) true
cudaFree(gone)
//= (cudaError_t) cudaErrorInvalidValue
cudaSetDevice(0); cudaFree(kept)
//= (cudaError_t) cudaSuccess
