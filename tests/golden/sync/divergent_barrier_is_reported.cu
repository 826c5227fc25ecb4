//# A warp that waits for a shuffle partner which stands at the barrier can never proceed: a report with lines and threads instead of a hang; the next cell works.
//@ devices = ["cpu"]
//@ mistakes = true
__global__ void stuck(int *out) {
  if (threadIdx.x == 5)
    out[0] = __shfl_sync(0xffffffff, 1, 0);
  else
    __syncthreads();
}
int *out; cudaMalloc(&out, 4);
stuck<<<1, 64>>>(out);
//? error: cell 3: kernel `stuck` <<<(1,1,1), (64,1,1)>>>: cudaErrorLaunchTimeout at block (0,0,0)
//?   the block can never proceed, because its threads wait for each other
//?     threads 0-4, 6-63 wait at cell 1 line 5 in `__syncthreads()`, for 1 more thread
//?     thread 5 waits at cell 1 line 3 in `__shfl_sync(mask=0x…)`, for lanes 0-4, 6-31
cudaGetErrorName(cudaGetLastError())
//= (const char *) "cudaSuccess"
1 + 1
//= (int) 2
