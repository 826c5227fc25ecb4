//# Two kernels that can never proceed, one behind the other: the first one is reported, the second is never begun, the session goes on.
//@ devices = ["cpu"]
//@ mistakes = true
__global__ void first() { if (threadIdx.x < 32) __syncwarp(); else __barrier_sync_count(2, 96); }
__global__ void second() { if (threadIdx.x == 0) __barrier_sync_count(4, 64); }
first<<<1, 64>>>(); second<<<1, 32>>>();
//? error: cell 3: kernel `first` <<<(1,1,1), (64,1,1)>>>: cudaErrorLaunchTimeout at block (0,0,0)
//?   the block can never proceed, because its threads wait for each other
//?     threads 32-63 wait at cell 1 line 1 in `bar.sync 2, 96`, for 64 more threads
//?     threads 0-31 have returned
second<<<1, 32>>>();
//? error: cell 4: kernel `second` <<<(1,1,1), (32,1,1)>>>: cudaErrorLaunchTimeout at block (0,0,0)
//?   the block can never proceed, because its threads wait for each other
//?     thread 0 waits at cell 2 line 1 in `bar.sync 4, 64`, for 63 more threads
//?     threads 1-31 have returned
__global__ void fine(int *out) { __syncthreads(); *out = 3; }
int *out; cudaMallocManaged(&out, 4);
fine<<<1, 32>>>(out);
*out
//= (int) 3
