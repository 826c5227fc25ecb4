//# A spin lock taken by all lanes of all warps and blocks: each one gets it once.
__device__ int lock, plain;
__global__ void guarded() {
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      __threadfence();
      int old = *(volatile int *)&plain;
      *(volatile int *)&plain = old + 1;
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
  }
}
guarded<<<6, 48>>>();
int result; cudaMemcpyFromSymbol(&result, plain, sizeof result);
result
//= (int) 288
