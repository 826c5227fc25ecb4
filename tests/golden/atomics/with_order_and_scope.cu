//# The atomic functions that nvcc has built in, with an order and a scope.
__device__ int count, ready; __device__ float sum; __device__ unsigned long long most;
__global__ void work() {
  __nv_atomic_add(&count, 2, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_fetch_add(&sum, 0.5f, __NV_ATOMIC_RELAXED);
  __nv_atomic_max(&most, threadIdx.x, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
  if (threadIdx.x == 0) __nv_atomic_store_n(&ready, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_SYSTEM);
}
work<<<4, 64>>>();
struct Seen { int count, ready, old, expected; bool exchanged; float sum; unsigned long long most; };
__global__ void look(Seen *s) {
  s->count = __nv_atomic_load_n(&count, __NV_ATOMIC_ACQUIRE); s->ready = __nv_atomic_load_n(&ready, __NV_ATOMIC_ACQUIRE);
  s->sum = __nv_atomic_load_n(&sum, __NV_ATOMIC_RELAXED); __nv_atomic_load(&most, &s->most, __NV_ATOMIC_RELAXED);
  s->old = __nv_atomic_exchange_n(&count, 7, __NV_ATOMIC_ACQ_REL);
  s->expected = 6; s->exchanged = __nv_atomic_compare_exchange_n(&count, &s->expected, 8, false, __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_RELAXED);
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
}
Seen *s; cudaMallocManaged(&s, sizeof *s); look<<<1, 1>>>(s); cudaDeviceSynchronize(); *s
//= (Seen) {count: 512, ready: 1, old: 512, expected: 7, exchanged: false, sum: 128, most: 63}
