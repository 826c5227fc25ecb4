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
!grep -c 'v_mbcnt_lo' lane.s
%amdgcn beside --arch gfx1100 -o beside.s
!grep -c 'ds_bpermute' beside.s
%amdgcn stops --arch gfx942 -o stops.s
!grep -c -e 's_trap' stops.s
%amdgcn sizes --arch gfx942 -o sizes.s
!grep -c -e 'endpgm' sizes.s
%amdgcn lane --arch gfx942
%amdgcn beside --arch gfx90a
#include <mma.h>
__global__ void tiles(half *p) { nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, half> f; nvcuda::wmma::fill_fragment(f, half(1)); nvcuda::wmma::store_matrix_sync(p, f, 16, nvcuda::wmma::mem_row_major); }
%amdgcn tiles --arch gfx1100 -o tiles.s
!grep -c -e 'endpgm' tiles.s
%amdgcn tiles --arch gfx942
