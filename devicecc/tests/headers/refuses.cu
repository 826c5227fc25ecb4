// What Chevron does not have: each line is one error that says so. The text after `//!` is in the diagnostic for its line.
__global__ void device_code(float *x) {
  __cluster_map_shared_multicast(x, 1);                //! `__cluster_map_shared_multicast` (thread block clusters) is not in Chevron yet
  atomicCAS((__int128 *)x, (__int128)1, (__int128)2);  //! 128-bit `atomicCAS` is not in Chevron yet
  cudaDeviceSynchronize();                             //! no matching function for call to 'cudaDeviceSynchronize'
}
__global__ void __block_size__((64, 1, 1)) sized() {}   //! `__block_size__` (a block's size that the kernel says) is not in Chevron yet
#include <cuda.h>
void host_code() {
  int x = threadIdx.x;                                  //! reference to __device__ function
}
