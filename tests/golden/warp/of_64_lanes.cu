//# With `--warp 64` kernels, ballots, shuffles and headers have warps of 64 lanes, as AMD's Instinct GPUs do.
//@ devices = ["cpu"]
//@ flags = ["--warp", "64"]
#include <hip/hip_runtime.h>
hipDeviceProp_t properties; hipGetDeviceProperties(&properties, 0); properties.warpSize
//= (int) 64
int size = 0; hipDeviceGetAttribute(&size, hipDeviceAttributeWarpSize, 0); size
//= (int) 64
__global__ void sizes(int *out) { out[0] = warpSize; out[1] = __AMDGCN_WAVEFRONT_SIZE; }
unsigned long long *p; hipMallocManaged(&p, 1024); int *q = (int *)p;
sizes<<<1, 1>>>(q); hipDeviceSynchronize(); q[0] + q[1]
//= (int) 128
__global__ void votes(unsigned long long *out) { out[0] = __ballot(threadIdx.x % 2); out[1] = __all(threadIdx.x < 64); out[2] = __popcll(__activemask()); }
votes<<<1, 64>>>(p); hipDeviceSynchronize();
p[0] == 0xaaaaaaaaaaaaaaaaull
//= (bool) true
p[1]
//= (unsigned long long) 1
p[2]
//= (unsigned long long) 64
__global__ void shuffles(int *out) { out[threadIdx.x] = __shfl_xor((int)threadIdx.x, 32); }
shuffles<<<1, 64>>>(q); hipDeviceSynchronize(); q[0] * 100 + q[63]
//= (int) 3231
__global__ void sum(int *out) { int v = 1; for (int d = warpSize / 2; d > 0; d /= 2) v += __shfl_down(v, d); if (threadIdx.x == 0) *out = v; }
sum<<<1, 64>>>(q); hipDeviceSynchronize(); q[0]
//= (int) 64
#include <hip/hip_cooperative_groups.h>
__global__ void tile(int *out) { auto t = cooperative_groups::tiled_partition<64>(cooperative_groups::this_thread_block()); int r = t.thread_rank(); for (int d = 32; d > 0; d /= 2) r += t.shfl_down(r, d); if (t.thread_rank() == 0) out[blockIdx.x] = r + t.size(); }
tile<<<1, 64>>>(q); hipDeviceSynchronize(); q[0]
//= (int) 2080
__global__ void steps(int *out) { __shared__ volatile int s[64]; int t = threadIdx.x; s[t] = t; if (t < 32) { s[t] += s[t + 32]; s[t] += s[t + 16]; s[t] += s[t + 8]; s[t] += s[t + 4]; s[t] += s[t + 2]; s[t] += s[t + 1]; } if (t == 0) *out = s[0]; }
steps<<<1, 64>>>(q); hipDeviceSynchronize(); q[0]
//= (int) 2016
