//# AMD's instructions are those that a kernel's text asks for, below the lines of the cells that they come from; no GPU and no tool of AMD's is needed.
//@ devices = ["cpu", "cuda"]
__device__ float square(float x) { return x * x; }
__global__ void load(const float *p, float *q) {
  q[threadIdx.x] = square(p[threadIdx.x]);
}
__global__ void barriers(int *p) {
  __shared__ int tile[64];
  tile[threadIdx.x] = p[threadIdx.x]; __syncthreads();
  p[threadIdx.x] = tile[63 - threadIdx.x];
}
__global__ void lanes(int *p) { p[threadIdx.x] = __shfl_xor_sync(0xffffffff, p[threadIdx.x], 1); }
__global__ void counts(int *p) { atomicAdd(p, 1); }
__global__ void __launch_bounds__(64) bound(float *p) { p[threadIdx.x] *= 2; }
%amdgcn load -o load.s
//? note: `load.s` is written
!grep -c -e 'global_load_dword' -e 'global_store_dword' load.s
//= 2
!grep -c 'v_mul_f32' load.s
//= 1
!head -n 1 load.s
//= ; load: AMD code for gfx942
!grep -c 'vector registers a lane' load.s
//= 1
!grep -A2 'cell 1:1  __device__ float square' load.s | grep -c v_mul_f32
//= 1
!grep -c -e amdhsa -e '\.set' -e '\.loc' load.s
//= 0
//? note: `grep` ended with status 1
%amdgcn -o barriers.s barriers
//? note: `barriers.s` is written
!grep -c 's_barrier' barriers.s
//= 1
!grep -c '256 bytes of LDS' barriers.s
//= 1
!grep -c '^; cell 3:3  tile' barriers.s
//= 2
%amdgcn -o lanes.s --arch gfx1100 lanes
//? note: `lanes.s` is written
!grep -c -e 'ds_bpermute' -e 'wavefronts of 32 lanes' lanes.s
//= 2
%amdgcn counts --arch=gfx90a -o counts.s
//? note: `counts.s` is written
!grep -c 'atomic_add' counts.s
//= 1
%amdgcn bound -o bound.s
//? note: `bound.s` is written
!grep -c 'endpgm' bound.s
//= 1
%ir load --arch gfx942 -o load.ll
//? note: `load.ll` is written
!grep -c 'amdgpu_kernel' load.ll
//= 1
