//# An integer division by zero in a kernel is undefined; here it ends the launch, not the session, and tells the thread.
//@ devices = ["cpu"]
__global__ void divide(int *p, int by) { p[threadIdx.x] = 100 / (by - (int)threadIdx.x); }
int *p; cudaMallocManaged(&p, 32);
divide<<<1, 8>>>(p, 5);
//? error: cell 3: kernel `divide` <<<(1,1,1), (8,1,1)>>>: cudaErrorLaunchFailure at block (0,0,0), thread (5,0,0)
//?   integer division by zero
//?   at cell 1:1 in `divide`
divide<<<1, 5>>>(p, 5);
1 + 1
//= (int) 2
