//# Arrays are filled and read by copies, which must lie within them.
//@ expected_failures = { toolkit = "NVIDIA's runtime reads an array that was destroyed" }
float in[12], out[4] = {}; for (int i = 0; i < 12; ++i) in[i] = i;
cudaChannelFormatDesc format = cudaCreateChannelDesc<float>(); cudaArray_t grid; cudaMallocArray(&grid, &format, 4, 3)
//= (cudaError_t) cudaSuccess
cudaMemcpy2DToArray(grid, 0, 0, in, 16, 16, 3, cudaMemcpyHostToDevice)
//= (cudaError_t) cudaSuccess
cudaMemcpy2DFromArray(out, 8, grid, 8, 1, 8, 2, cudaMemcpyDeviceToHost)
//= (cudaError_t) cudaSuccess
out
//= (float[4]) {6, 7, 10, 11}
cudaMemcpy2DFromArray(out, 8, grid, 8, 2, 8, 2, cudaMemcpyDeviceToHost)
//= (cudaError_t) cudaErrorInvalidValue
cudaChannelFormatDesc odd = cudaCreateChannelDesc(8, 16, 0, 0, cudaChannelFormatKindSigned); cudaArray_t none; cudaMallocArray(&none, &odd, 4, 3)
//= (cudaError_t) cudaErrorInvalidChannelDescriptor
cudaFreeArray(grid)
//= (cudaError_t) cudaSuccess
cudaFreeArray(grid)
//= (cudaError_t) cudaErrorInvalidResourceHandle
