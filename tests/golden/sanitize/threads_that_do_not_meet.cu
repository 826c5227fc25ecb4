//# Barriers that not all threads come to, and lanes that are missing, are findings beside the launch's error.
//@ devices = ["cpu"]
//@ flags = ["--sanitize"]
__global__ void half() { if (threadIdx.x < 32) { __syncthreads(); __syncwarp(); } else { __syncwarp(0x1); } }
half<<<1, 64>>>();
//? error: cell 2: kernel `half` <<<(1,1,1), (64,1,1)>>>: cudaErrorLaunchFailure at block (0,0,0), thread (33,0,0)
//?   `__syncwarp` is called by lane 1, which its mask 0x1 does not name at cell 1 line 1
//? synccheck #1: cell 2: kernel `half`: in block (0,0,0), `__syncwarp` is called by lane 1, which its mask 0x1 does not name at cell 1 line 1
__global__ void missing_lane() { if (threadIdx.x != 5) __shfl_sync(0xffffffff, 1, 0); else __syncthreads(); }
missing_lane<<<1, 32>>>();
//? error: cell 4: kernel `missing_lane` <<<(1,1,1), (32,1,1)>>>: cudaErrorLaunchTimeout at block (0,0,0)
//?   the block can never proceed, because its threads wait for each other
//?     threads 0-4, 6-31 wait at cell 3 line 1 in `__shfl_sync(mask=0x…)`, for lane 5
//?     thread 5 waits at cell 3 line 1 in `__syncthreads()`, for 31 more threads
//? synccheck #2: cell 4: kernel `missing_lane`: in block (0,0,0), the block can never proceed, because its threads wait for each other
__global__ void not_in_mask() { __syncwarp(0x0000ffff); }
not_in_mask<<<1, 32>>>();
//? error: cell 6: kernel `not_in_mask` <<<(1,1,1), (32,1,1)>>>: cudaErrorLaunchFailure at block (0,0,0), thread (16,0,0)
//?   `__syncwarp` is called by lane 16, which its mask 0xffff does not name at cell 5 line 1
//? synccheck #3: cell 6: kernel `not_in_mask`: in block (0,0,0), `__syncwarp` is called by lane 16, which its mask 0xffff does not name at cell 5 line 1
__global__ void too_few() { if (threadIdx.x < 32) asm volatile("bar.sync 1, 64;"); }
too_few<<<1, 96>>>();
//? error: cell 8: kernel `too_few` <<<(1,1,1), (96,1,1)>>>: cudaErrorLaunchTimeout at block (0,0,0)
//?   the block can never proceed, because its threads wait for each other
//?     threads 0-31 wait at cell 7 line 1 in `bar.sync 1, 64`, for 32 more threads
//?     threads 32-95 have returned
//? synccheck #4: cell 8: kernel `too_few`: in block (0,0,0), the block can never proceed, because its threads wait for each other
1 + 1
//= (int) 2
//? note: memcheck,racecheck,initcheck,synccheck: 4 findings
