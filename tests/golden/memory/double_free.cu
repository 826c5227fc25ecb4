//# Freeing twice, or what was never allocated, is an error value; nothing breaks.
//@ hip = true
int *p, local; cudaMalloc(&p, 64);
cudaFree(p)
//= (cudaError_t) cudaSuccess
cudaFree(p)
//= (cudaError_t) cudaErrorInvalidValue
cudaFree(&local)
//= (cudaError_t) cudaErrorInvalidValue
cudaFreeHost(&local)
//= (cudaError_t) cudaErrorInvalidValue
cudaMalloc(&p, 64)
//= (cudaError_t) cudaSuccess
