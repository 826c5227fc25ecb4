//# `%profile --memory` counts what kernels move and compute, and tells accesses that are not coalesced and bank conflicts, by their lines.
//@ devices = ["cpu"]
//@ mistakes = true
__global__ void naive(const float *in, float *out, int n) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  out[x * n + y] = in[y * n + x];
}
template <int Width> __global__ void tiled(const float *in, float *out, int n) {
  __shared__ float tile[32][Width];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  out[(blockIdx.x * 32 + threadIdx.y) * n + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
struct Point { float x, y, z; };
__global__ void points(Point *p) {
  Point &it = p[threadIdx.x];
  it.x = fmaf(it.y, it.z, it.x);
}
__global__ void gather(const float *p, const int *index, float *q) { q[threadIdx.x] = sqrtf(p[index[threadIdx.x]]); }
__global__ void wide(const float4 *p, float4 *q) { q[threadIdx.x] = p[threadIdx.x]; }
struct Odd { int of[5]; };
__global__ void odd(const Odd *p, Odd *q) { q[threadIdx.x] = p[threadIdx.x]; }
__global__ void same(const float *p, double *q, unsigned *count) { if (threadIdx.x % 2) atomicAdd(count, 1u); q[threadIdx.x] = *p; }
float *in, *out; cudaMalloc(&in, 128 * 128 * 4); cudaMalloc(&out, 128 * 128 * 4); cudaMemset(in, 0, 128 * 128 * 4);
int *index; cudaMallocManaged(&index, 1024); for (int i = 0; i < 256; ++i) index[i] = i * 37 % 256;
dim3 grid(4, 4), block(32, 32);
%profile --memory naive<<<grid, block>>>(in, out, 128)
//= naive, 1 launch of 16384 threads: 0 floating-point operations; global memory: 128.0 KiB read or written, 128.0 KiB asked for
//=   line      access            a warp takes  at best
//=   cell 1:3  read of 4 bytes   4 sectors     4
//=   cell 1:3  write of 4 bytes  32 sectors    4        not coalesced, 8.0 times the sectors: neighbouring lanes are 512 bytes apart
%%profile --memory
{
  tiled<32><<<grid, block>>>(in, out, 128);
  tiled<33><<<grid, block>>>(in, out, 128);
}
//= tiled<32>, 1 launch of 16384 threads: 0 floating-point operations; global memory: 128.0 KiB read or written, 128.0 KiB asked for; shared memory: 128.0 KiB asked for
//=   line      access                   a warp takes  at best
//=   cell 2:4  read of 4 bytes          4 sectors     4
//=   cell 2:4  shared write of 4 bytes  1 pass        1
//=   cell 2:6  shared read of 4 bytes   32 passes     1        bank conflicts, 32.0 times the passes: neighbouring lanes are 128 bytes apart
//=   cell 2:6  write of 4 bytes         4 sectors     4
//= tiled<33>, 1 launch of 16384 threads: 0 floating-point operations; global memory: 128.0 KiB read or written, 128.0 KiB asked for; shared memory: 128.0 KiB asked for
//=   line      access                   a warp takes  at best
//=   cell 2:4  read of 4 bytes          4 sectors     4
//=   cell 2:4  shared write of 4 bytes  1 pass        1
//=   cell 2:6  shared read of 4 bytes   1 pass        1
//=   cell 2:6  write of 4 bytes         4 sectors     4
%profile --memory points<<<1, 128>>>((Point *)in); points<<<1, 128>>>((Point *)in);
//= points, 2 launches of 128 threads: 512 floating-point operations; global memory: 4.0 KiB read or written, 4.0 KiB asked for
//=   line      access            a warp takes  at best
//=   cell 4:3  read of 4 bytes   12 sectors    4        not coalesced, 3.0 times the sectors: neighbouring lanes are 12 bytes apart
//=   cell 4:3  write of 4 bytes  12 sectors    4        not coalesced, 3.0 times the sectors: neighbouring lanes are 12 bytes apart
%profile --memory gather<<<1, 256>>>(in, index, out)
//= gather, 1 launch of 256 threads: 256 floating-point operations; global memory: 3.0 KiB read or written, 3.0 KiB asked for
//=   line      access            a warp takes  at best
//=   cell 5:1  read of 4 bytes   10 sectors    4        not coalesced, 2.5 times the sectors: the lanes' addresses are scattered
//=   cell 5:1  write of 4 bytes  4 sectors     4
%profile --memory wide<<<1, 64>>>((float4 *)in, (float4 *)out)
//= wide, 1 launch of 64 threads: 0 floating-point operations; global memory: 2.0 KiB read or written, 2.0 KiB asked for
//=   line      access             a warp takes  at best
//=   cell 6:1  read of 16 bytes   16 sectors    16
//=   cell 6:1  write of 16 bytes  16 sectors    16
%profile --memory odd<<<1, 32>>>((Odd *)in, (Odd *)out)
//= odd, 1 launch of 32 threads: 0 floating-point operations; global memory: 1.2 KiB read or written, 1.2 KiB asked for
//=   line      access             a warp takes  at best
//=   cell 8:1  read of 20 bytes   100 sectors   20       not coalesced, 5.0 times the sectors: neighbouring lanes are 20 bytes apart
//=   cell 8:1  write of 20 bytes  100 sectors   20       not coalesced, 5.0 times the sectors: neighbouring lanes are 20 bytes apart
%profile --memory same<<<1, 64>>>(in, (double *)out, (unsigned *)index)
//= same, 1 launch of 64 threads: 0 floating-point operations; global memory: 524 bytes read or written, 896 bytes asked for
//=   line      access                    a warp takes  at best
//=   cell 9:1  atomic access of 4 bytes  1 sector      1
//=   cell 9:1  read of 4 bytes           1 sector      1
//=   cell 9:1  write of 8 bytes          8 sectors     8
%profile --memory 1 + 1
//= (int) 2
//= no kernel ran
%profile --memory
//? error: usage: `%profile [-o FILE|--memory] CODE, or %%profile [-o FILE|--memory] and the cell on the lines below`
%profile --memory naive<<<1, 2048>>>(in, out, 1)
//? error: cell 21: kernel `naive` <<<(1,1,1), (2048,1,1)>>>: cudaErrorInvalidConfiguration
//?   block of 2048 threads exceeds 1024
%profile --memory naive<<<1, 32>>>(in, nothing, 1)
//? cell 22:1:22: error: use of undeclared identifier 'nothing'
//?     1 | naive<<<1, 32>>>(in, nothing, 1)
//?       |                      ^~~~~~~
%profile --memory naive<<<1, 32>>>(nullptr, out, 1)
//= naive, 1 launch of 32 threads: 0 floating-point operations; global memory: 0 bytes read or written, 0 bytes asked for
//? error: cell 22: kernel `naive` <<<(1,1,1), (32,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid read of address 0x0
//?   at cell 1:3 in `naive`
naive<<<grid, block>>>(in, out, 128); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
