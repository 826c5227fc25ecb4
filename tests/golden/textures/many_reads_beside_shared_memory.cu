//# A kernel with many reads of textures beside shared memory, in a loop, is compiled soon.
//@ devices = ["cpu"]
__global__ void smooth(cudaTextureObject_t one, cudaTextureObject_t other, int *out, int rounds) {
  __shared__ unsigned tile[3][48];
  unsigned sum = 0, t = threadIdx.x;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int i = 0; i < 3; ++i) tile[i][t] = tex2D<unsigned>(one, t + round, i) + tex2D<unsigned>(other, t, i);
#pragma unroll
    for (int i = 0; i < 3; ++i)
      if (t < 16) tile[i][t + 32] = tex2D<unsigned>(other, t + 32 + round, i);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; ++i) sum += tile[i % 3][t + i];
    __syncthreads();
  }
  out[t] = sum;
}
cudaArray_t array; cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned>(); cudaMallocArray(&array, &format, 64, 4);
unsigned pixels[256]; for (int i = 0; i < 256; ++i) pixels[i] = i;
cudaMemcpy2DToArray(array, 0, 0, pixels, 256, 256, 4, cudaMemcpyHostToDevice);
cudaResourceDesc from = {}; from.resType = cudaResourceTypeArray; from.res.array.array = array;
cudaTextureDesc how = {}; how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp; how.readMode = cudaReadModeElementType;
cudaTextureObject_t texture; cudaCreateTextureObject(&texture, &from, &how, nullptr);
int *out; cudaMallocManaged(&out, 128); smooth<<<1, 32>>>(texture, texture, out, 2); cudaDeviceSynchronize();
out[5]
//= (int) 4656
