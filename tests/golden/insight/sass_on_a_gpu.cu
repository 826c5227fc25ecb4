//# The SASS of a kernel has the instructions that its text asks for, below the lines of the cells that they come from.
//@ devices = ["cuda"]
__global__ void load(const float *p, float *q) {
  q[threadIdx.x] = p[threadIdx.x] * 3;
}
__global__ void barriers(int *p) {
  __shared__ int tile[32];
  tile[threadIdx.x] = p[threadIdx.x]; __syncthreads();
  p[threadIdx.x] = tile[31 - threadIdx.x];
}
__global__ void lanes(int *p) { p[threadIdx.x] = __shfl_xor_sync(0xffffffff, p[threadIdx.x], 1); }
__global__ void counts(int *p) { atomicAdd(p, 1); }
__global__ void fused(float *p, float a, float b) { p[threadIdx.x] = fmaf(p[threadIdx.x], a, b); }
__global__ void votes(int *p) { p[0] = __ballot_sync(0xffffffff, p[threadIdx.x]); }
%sass load -o load.sass
//? note: `load.sass` is written
!grep -c -e ' LDG' -e ' STG' load.sass
//= 2
!grep -c ' FMUL' load.sass
//= 1
!grep -c '^// cell 1:2' load.sass | grep -c '^[1-9]'
//= 1
%sass barriers -o barriers.sass
//? note: `barriers.sass` is written
!grep -c ' BAR.SYNC' barriers.sass
//= 1
!grep -c -e ' LDS' -e ' STS' barriers.sass
//= 2
%sass lanes -o lanes.sass
//? note: `lanes.sass` is written
!grep -c ' SHFL.BFLY' lanes.sass
//= 1
%sass counts -o counts.sass
//? note: `counts.sass` is written
!grep -c -e ' RED' -e ' ATOM' counts.sass
//= 1
%sass fused -o fused.sass
//? note: `fused.sass` is written
!grep -c ' FFMA' fused.sass
//= 1
%sass votes -o votes.sass
//? note: `votes.sass` is written
!grep -c ' VOTE' votes.sass
//= 1
%sass --arch sm_80 load -o load80.sass
//? note: `load80.sass` is written
!grep -c -e ' LDG' -e ' STG' load80.sass
//= 2
__global__ void load(const float *p, float *q) {
  q[threadIdx.x] = p[threadIdx.x] + 3;
}
%sass -d load -o d.sass
//? note: `d.sass` is written
!grep -c -e '^-.* FMUL' -e '^+.* FADD' d.sass
//= 2
