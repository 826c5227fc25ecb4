//# `%amdgcn -d` compares two versions; an architecture that is none, and what AMD GPUs lack, are told by name.
//@ devices = ["cpu"]
__global__ void k(float *p) { p[threadIdx.x] = 2 * p[threadIdx.x]; }
%amdgcn -d k
//? error: `k` has one version
//? hint: -d compares the two newest: define it again first
__global__ void k(float *p) { p[threadIdx.x] = p[threadIdx.x] / 2; }
%amdgcn -d k -o difference
//? note: `difference` is written
!grep -c '^[-+]' difference
//= 4
%amdgcn k --arch sm_90
//? error: `sm_90` is no architecture that AMD code is made for; AMD's are gfx90a, gfx942, gfx950, gfx1030, gfx1100, gfx1201
%amdgcn k --arch gfx803
//? error: `gfx803` is no architecture that AMD code is made for; AMD's are gfx90a, gfx942, gfx950, gfx1030, gfx1100, gfx1201
%amdgcn nothing
//? error: there is no kernel `nothing`
//? hint: kernels of this session: k
%amdgcn
//? error: usage: `%amdgcn [--arch ARCH] [-d] [-o FILE] KERNEL`
__global__ void says(int n) { printf("%d\n", n); }
%amdgcn says
//? error: `printf` in kernels for AMD GPUs: that is not in Chevron yet
%sass k --arch gfx942
//? error: `gfx942` is no architecture that SASS is made for; NVIDIA's are sm_70, sm_72, sm_75, sm_80, sm_86, sm_87, sm_88, sm_89, sm_90, sm_100, sm_103, sm_110, sm_120, sm_121
1 + 1
//= (int) 2
