//# Inline PTX becomes AMD's instructions. What counts on warps of 32 lanes is refused by name where wavefronts have 64.
//@ devices = ["cpu"]
__global__ void lane(unsigned *p) {
  unsigned mine, below;
  asm("mov.u32 %0, %%laneid;" : "=r"(mine));
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
  p[threadIdx.x] = mine + below;
}
__global__ void beside(int *p) {
  int theirs;
  asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 0x1f, 0xffffffff;" : "=r"(theirs) : "r"(p[threadIdx.x]));
  p[threadIdx.x] = theirs;
}
__global__ void stops(int *p) { if (*p > 3) asm("trap;"); }
__global__ void sizes(unsigned *p) { asm("mov.u32 %0, %%ntid.x;" : "=r"(*p)); }
%amdgcn lane --arch gfx1100 -o lane.s
//? note: `lane.s` is written
!grep -c 'v_mbcnt_lo' lane.s
//= 1
%amdgcn beside --arch gfx1100 -o beside.s
//? note: `beside.s` is written
!grep -c 'ds_bpermute' beside.s
//= 1
%amdgcn stops --arch gfx942 -o stops.s
//? note: `stops.s` is written
!grep -c -e 's_trap' stops.s
//= 1
%amdgcn sizes --arch gfx942 -o sizes.s
//? note: `sizes.s` is written
!grep -c -e 'endpgm' sizes.s
//= 1
%amdgcn lane --arch gfx942
//? error: inline PTX `mov.u32 $0, %laneid;` in kernels for AMD GPUs (PTX's warps have 32 lanes, this device's have 64): that is not in Chevron yet; use the CUDA function for it
%amdgcn beside --arch gfx90a
//? error: inline PTX `shfl.sync.bfly.b32 $0, $1, 1, 0x1f, 0x…;` in kernels for AMD GPUs (PTX's warps have 32 lanes, this device's have 64): that is not in Chevron yet; use the CUDA function for it
#include <mma.h>
__global__ void tiles(half *p) { nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, half> f; nvcuda::wmma::fill_fragment(f, half(1)); nvcuda::wmma::store_matrix_sync(p, f, 16, nvcuda::wmma::mem_row_major); }
%amdgcn tiles --arch gfx1100 -o tiles.s
//? note: `tiles.s` is written
!grep -c -e 'endpgm' tiles.s
//= 1
%amdgcn tiles --arch gfx942
//? error: cell 5 cannot be read for gfx942: "mma.h (nvcuda::wmma) has tiles for warps of 32 lanes, and this device's warps have 64: choose a device of 32"
