//# The `_block` and `_system` forms do what the plain ones do; `_system` ones work with host threads on managed memory.
//@ hip = true
#include <thread>
__global__ void block_scope(int *p) { atomicAdd_block(p + blockIdx.x, 1); atomicMax_block(p + 4 + blockIdx.x, (int)threadIdx.x); }
__global__ void system_scope(int *p) { for (int i = 0; i < 10; ++i) atomicAdd_system(p, 1); }
int *p; cudaMallocManaged(&p, 32);
block_scope<<<4, 50>>>(p);
for (int i = 0; i < 8; ++i) printf("%d ", p[i]);
//= 50 50 50 50 49 49 49 49
p[0] = 0;
system_scope<<<20, 32>>>(p); std::thread([] { for (int i = 0; i < 5000; ++i) __atomic_fetch_add(p, 1, __ATOMIC_RELAXED); }).join(); cudaDeviceSynchronize();
p[0]
//= (int) 11400
