//# `cudaMemcpy` in every direction and with `cudaMemcpyDefault`; `cudaMemset` sets bytes.
//@ hip = true
int host[4] = {1, 2, 3, 4}, back[4], *a, *b;
cudaMalloc(&a, 16)
//= (cudaError_t) cudaSuccess
cudaMalloc((void **)&b, 16)
//= (cudaError_t) cudaSuccess
cudaMemcpy(a, host, 16, cudaMemcpyHostToDevice)
//= (cudaError_t) cudaSuccess
cudaMemcpy(b, a, 16, cudaMemcpyDeviceToDevice)
//= (cudaError_t) cudaSuccess
cudaMemset(b + 1, 0x11, 4)
//= (cudaError_t) cudaSuccess
cudaMemcpy(back, b, 16, cudaMemcpyDeviceToHost)
//= (cudaError_t) cudaSuccess
printf("%d %x %d %d\n", back[0], back[1], back[2], back[3]);
//= 1 11111111 3 4
cudaMemcpy(back + 2, back, 8, cudaMemcpyHostToHost)
//= (cudaError_t) cudaSuccess
cudaMemcpy(a, back, 16, cudaMemcpyDefault)
//= (cudaError_t) cudaSuccess
cudaMemcpy(host, a, 16, cudaMemcpyDefault)
//= (cudaError_t) cudaSuccess
printf("%d %x %d %x\n", host[0], host[1], host[2], host[3]);
//= 1 11111111 1 11111111
cudaFree(a)
//= (cudaError_t) cudaSuccess
cudaFree(b)
//= (cudaError_t) cudaSuccess
cudaFree(nullptr)
//= (cudaError_t) cudaSuccess
