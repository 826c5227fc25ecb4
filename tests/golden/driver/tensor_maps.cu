//# A tensor map that the driver has made tells a kernel of a GPU which tile to copy into shared memory (compute capability 9.0).
//@ devices = ["cuda"]
#include <cuda.h>
__global__ void tile(const __grid_constant__ CUtensorMap map, float *out) {
  __shared__ alignas(128) float shared[8][8];
  __shared__ alignas(8) unsigned long long barrier;
  unsigned at = (unsigned)__cvta_generic_to_shared(shared), bar = (unsigned)__cvta_generic_to_shared(&barrier);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(bar) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;" :: "r"(bar) : "memory");
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                 :: "r"(at), "l"(&map), "r"(16), "r"(8), "r"(bar) : "memory");
  }
  __syncthreads();
  unsigned done = 0;
  while (!done)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(bar) : "memory");
  out[threadIdx.x] = shared[threadIdx.x / 8][threadIdx.x % 8];
}
float *tensor, *out; cudaMallocManaged(&tensor, 32 * 32 * sizeof(float)); cudaMallocManaged(&out, 64 * sizeof(float)); for (int i = 0; i < 32 * 32; ++i) tensor[i] = i;
CUtensorMap map; cuuint64_t extents[] = {32, 32}, strides[] = {128}; cuuint32_t box[] = {8, 8}, steps[] = {1, 1};
cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, tensor, extents, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)
//= (CUresult) CUDA_SUCCESS
tile<<<1, 64>>>(map, out); cudaDeviceSynchronize(); out[0] == 8 * 32 + 16 && out[63] == 15 * 32 + 23
//= (bool) true
// A value that cannot be is the driver's to refuse.
cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 9, tensor, extents, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
