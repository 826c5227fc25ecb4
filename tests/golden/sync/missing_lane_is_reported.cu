//# A mask names lanes that returned long ago: CUDA leaves that undefined; here the lanes that wait for ever are told.
//@ devices = ["cpu"]
//@ mistakes = true
__global__ void odd_one_out(int *out) {
  if (threadIdx.x == 3) {
    __barrier_sync_count(1, 64);
    return;
  }
  out[threadIdx.x] = __shfl_sync(0xffffffff, (int)threadIdx.x, 3);
}
int *out; cudaMalloc(&out, 4 * 32);
odd_one_out<<<1, 32>>>(out);
//? error: cell 3: kernel `odd_one_out` <<<(1,1,1), (32,1,1)>>>: cudaErrorLaunchTimeout at block (0,0,0)
//?   the block can never proceed, because its threads wait for each other
//?     threads 0-2, 4-31 wait at cell 1 line 6 in `__shfl_sync(mask=0x…)`, for lane 3
//?     thread 3 waits at cell 1 line 3 in `bar.sync 1, 64`, for 63 more threads
1 + 1
//= (int) 2
