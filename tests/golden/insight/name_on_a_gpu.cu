//# A kernel's name tells registers, shared memory and how many blocks fit; the figures are those of sm_90.
//@ devices = ["cuda"]
//@ expected_failures = { toolkit = "a toolkit's runtime library does not tell how kernels were launched" }
//@ flags = ["--no-cache"]
//@ changes_cache = true
__global__ void add(float *p, int n) { if (threadIdx.x < n) p[threadIdx.x] += 1; }
template <class T> __global__ __launch_bounds__(128) void turn(T *p) {
  __shared__ T tile[32];
  tile[threadIdx.x] = p[threadIdx.x]; __syncthreads();
  p[threadIdx.x] = tile[31 - threadIdx.x];
}
int *p; cudaMallocManaged(&p, 128);
turn<<<1, 32>>>(p);
cudaDeviceSynchronize();
turn
//= kernel turn<int>: void (T *)
//=   cell 2
//=   15 registers, no spills, no local memory, 128 bytes of static shared memory, 8 bytes of parameters, at most 128 threads in a block
//=   last launched with blocks of 32 threads: a multiprocessor holds 32 blocks, 32 of 64 warps (50 %)
//=   draft PTX, compiled in … ms; a draft, until the optimised code is there
//=   its code: `%ptx turn<int>`, `%sass turn<int>`; blocks that fit: `%occupancy turn<int>`
add
//= kernel add: void (float *, int)
//=   cell 1
//=   11 registers, no spills, no local memory, no static shared memory, 12 bytes of parameters
//=   draft PTX, compiled in … ms; a draft, until the optimised code is there
//=   its code: `%ptx add`, `%sass add`; blocks that fit: `%occupancy add`
%verbose on
__global__ void add(float *p, int n) { if (threadIdx.x < n) p[threadIdx.x] += 2; }
//? note: kernel `add`: 11 registers, no spills, no local memory, no static shared memory, 12 bytes of parameters; draft PTX, compiled in … ms; a draft, until the optimised code is there
%verbose off
add
//= kernel add: void (float *, int)
//=   cell 6, version 2
//=   11 registers, no spills, no local memory, no static shared memory, 12 bytes of parameters
//=   draft PTX, compiled in … ms; a draft, until the optimised code is there
//=   its code: `%ptx add`, `%sass add`; blocks that fit: `%occupancy add`
%occupancy turn<int> 64
//= turn<int> on a multiprocessor:
//=   a thread: 10 registers, 0 bytes of local memory; a block: 128 bytes of shared memory
//=     64 threads: 32 blocks, 64 of 64 warps (100 %); limited by threads, blocks
%occupancy turn<int>
//= turn<int> on a multiprocessor:
//=   a thread: 10 registers, 0 bytes of local memory; a block: 128 bytes of shared memory
//=     32 threads: 32 blocks, 32 of 64 warps (50 %); limited by blocks
//=     64 threads: 32 blocks, 64 of 64 warps (100 %); limited by threads, blocks
//=    128 threads: 16 blocks, 64 of 64 warps (100 %); limited by threads
//=   most warps with the fewest blocks: 128 threads
%occupancy turn<int> 64 49152
//= turn<int> on a multiprocessor:
//=   a thread: 10 registers, 0 bytes of local memory; a block: 49280 bytes of shared memory
//=     64 threads: 4 blocks, 8 of 64 warps (12 %); limited by shared memory
%occupancy turn<int> 256
//= turn<int> on a multiprocessor:
//=   a thread: 10 registers, 0 bytes of local memory; a block: 128 bytes of shared memory
//=    256 threads: 8 blocks, 64 of 64 warps (100 %); limited by threads
