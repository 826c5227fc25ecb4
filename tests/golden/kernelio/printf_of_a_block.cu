//# What a block prints comes out in the order of its threads; a host `printf` after a synchronisation comes behind it.
__global__ void hello(int times) { for (int i = 0; i < times; ++i) printf("thread %d, %d\n", threadIdx.x, i); }
hello<<<1, 3>>>(1);
//= thread 0, 0
//= thread 1, 0
//= thread 2, 0
printf("before\n"); hello<<<1, 1>>>(2); cudaDeviceSynchronize(); printf("after\n");
//= before
//= thread 0, 0
//= thread 0, 1
//= after
