//# Output of `printf` in a kernel comes with the cell that launched it, between what the host prints before and after.
#include <cstdio>
__global__ void hello(int n) { if (threadIdx.x < n) printf("thread %d of %d: %s %.2f %c\n", threadIdx.x, blockDim.x, "text", 1.5, 'x'); }
printf("before\n"); hello<<<1, 4>>>(1); cudaDeviceSynchronize(); printf("after\n");
//= before
//= thread 0 of 4: text 1.50 x
//= after
hello<<<1, 1>>>(1);
//= thread 0 of 1: text 1.50 x
