//# Copies with wrong arguments are refused with CUDA's error and do nothing.
//@ hip = true
int host[4] = {1, 2, 3, 4}, *p; cudaMalloc(&p, 16);
cudaMemcpy(p, host, 16, (cudaMemcpyKind)9)
//= (cudaError_t) cudaErrorInvalidMemcpyDirection
cudaMemcpy(p, host, 0, cudaMemcpyHostToDevice)
//= (cudaError_t) cudaSuccess
cudaMemcpy(p, nullptr, 16, cudaMemcpyHostToDevice)
//= (cudaError_t) cudaErrorInvalidValue
cudaMemcpy(p + 2, host, 16, cudaMemcpyHostToDevice)
//= (cudaError_t) cudaErrorInvalidValue
cudaMalloc((int **)nullptr, 4)
//= (cudaError_t) cudaErrorInvalidValue
cudaGetLastError()
//= (cudaError_t) cudaErrorInvalidValue
