//# Each device has a pool, memory and settings of its own.
//@ count = 2
size_t limit() { size_t v; cudaDeviceGetLimit(&v, cudaLimitPrintfFifoSize); return v; }
cudaMemPool_t first, second; cudaDeviceGetDefaultMemPool(&first, 0); cudaDeviceGetDefaultMemPool(&second, 1);
first == second
//= (bool) false
cudaDeviceSetMemPool(0, second)
//= (cudaError_t) cudaErrorInvalidValue
cudaStream_t s; cudaSetDevice(1); cudaStreamCreate(&s); cudaSetDevice(0);
int *there, *here; cudaMallocAsync(&there, 64, s); cudaMallocAsync(&here, 64, 0);
cudaPointerAttributes which;
cudaPointerGetAttributes(&which, there); which.device
//= (int) 1
cudaPointerGetAttributes(&which, here); which.device
//= (int) 0
cudaFreeAsync(there, s); cudaFreeAsync(here, 0); cudaStreamSynchronize(s)
//= (cudaError_t) cudaSuccess
size_t usual = limit();
cudaSetDevice(1); cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 4 << 20); limit()
//= (size_t) 4194304
cudaSetDevice(0); limit() == usual
//= (bool) true
