//# Barriers that not all threads come to, and lanes that are missing, are findings beside the launch's error.
//@ devices = ["cpu"]
//@ flags = ["--sanitize"]
__global__ void half() { if (threadIdx.x < 32) { __syncthreads(); __syncwarp(); } else { __syncwarp(0x1); } }
half<<<1, 64>>>();
__global__ void missing_lane() { if (threadIdx.x != 5) __shfl_sync(0xffffffff, 1, 0); else __syncthreads(); }
missing_lane<<<1, 32>>>();
__global__ void not_in_mask() { __syncwarp(0x0000ffff); }
not_in_mask<<<1, 32>>>();
__global__ void too_few() { if (threadIdx.x < 32) asm volatile("bar.sync 1, 64;"); }
too_few<<<1, 96>>>();
1 + 1
