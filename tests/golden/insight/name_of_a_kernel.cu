//# A kernel's name alone tells what it is; a variable of that name is a value as before.
//@ devices = ["cpu"]
//@ tier = "regions"
//@ flags = ["--no-cache"]
//@ changes_cache = true
__global__ void add(float *p, int n) { if (threadIdx.x < n) p[threadIdx.x] += 1; }
__global__ void add(float *p, int n) { if (threadIdx.x < n) p[threadIdx.x] += 2; }
template <class T> __global__ __launch_bounds__(128) void turn(T *p) {
  __shared__ T tile[32];
  tile[threadIdx.x] = p[threadIdx.x]; __syncthreads();
  p[threadIdx.x] = tile[31 - threadIdx.x];
}
add
//= kernel add: void (float *, int)
//=   cell 2, version 2
//=   no static shared memory, 12 bytes of parameters
//=   plain loops, compiled in … ms
//=   its code: `%asm add`, `%ir add`; blocks that fit: `%occupancy add`
int *p; cudaMallocManaged(&p, 128);
turn<<<1, 32>>>(p);
turn<int>
//= kernel turn<int>: void (T *)
//=   cell 3
//=   128 bytes of static shared memory, 8 bytes of parameters, at most 128 threads in a block
//=   last launched with blocks of 32 threads: a multiprocessor holds 32 blocks, 32 of 64 warps (50 %)
//=   loops between barriers, compiled in … ms
//=   its code: `%asm turn<int>`, `%ir turn<int>`; blocks that fit: `%occupancy turn<int>`
turn
//= kernel turn<int>: void (T *)
//=   cell 3
//=   128 bytes of static shared memory, 8 bytes of parameters, at most 128 threads in a block
//=   last launched with blocks of 32 threads: a multiprocessor holds 32 blocks, 32 of 64 warps (50 %)
//=   loops between barriers, compiled in … ms
//=   its code: `%asm turn<int>`, `%ir turn<int>`; blocks that fit: `%occupancy turn<int>`
namespace inner { int add = 5; }
inner::add
//= (int) 5
int turn_count = 2;
turn_count
//= (int) 2
