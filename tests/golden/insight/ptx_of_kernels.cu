//# PTX has the instructions that a kernel's text asks for, below the lines of the cells that they come from; no GPU is needed.
//@ devices = ["cpu", "cuda"]
__device__ float square(float x) { return x * x; }
__global__ void load(const float *p, float *q) {
  q[threadIdx.x] = square(p[threadIdx.x]);
}
__global__ void barriers(int *p) {
  __shared__ int tile[32];
  tile[threadIdx.x] = p[threadIdx.x]; __syncthreads();
  p[threadIdx.x] = tile[31 - threadIdx.x]; __syncthreads();
  p[threadIdx.x] += tile[0];
}
__global__ void lanes(int *p) { p[threadIdx.x] = __shfl_xor_sync(0xffffffff, p[threadIdx.x], 1); }
__global__ void counts(int *p) { atomicAdd(p, 1); }
%ptx load -o load.ptx
//? note: `load.ptx` is written
!grep -c -e 'ld.global' -e 'st.global' load.ptx
//= 2
!grep -c 'mul.f32' load.ptx
//= 1
!grep -c 'target sm_90' load.ptx
//= 1
!grep -A1 'cell 1:1  __device__ float square' load.ptx | grep -c mul.f32
//= 1
%ptx -o barriers.ptx barriers
//? note: `barriers.ptx` is written
!grep -c 'bar.sync' barriers.ptx
//= 2
!grep -c '^// cell 3:3  tile' barriers.ptx
//= 1
%ptx -o lanes.ptx --arch sm_80 lanes
//? note: `lanes.ptx` is written
!grep -c -e 'shfl.sync.bfly.b32' -e 'target sm_80' lanes.ptx
//= 2
%ptx -o counts.ptx --arch=sm_80 counts
//? note: `counts.ptx` is written
!grep -c -e 'atom.*global.*add' -e 'red.*global.*add' counts.ptx
//= 1
