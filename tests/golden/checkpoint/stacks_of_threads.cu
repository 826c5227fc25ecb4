//# Copies of the executor do without the stacks of a block's threads; the executor that goes on from one has new ones, for kernels with barriers and without, and their guards.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
__global__ void turn(int *p) { __shared__ int s[512]; p += 512 * blockIdx.x; s[threadIdx.x] = p[threadIdx.x]; __syncthreads(); p[threadIdx.x] = s[511 - threadIdx.x]; }
__global__ void add(int *p, int n) { p[threadIdx.x] += n; }
__device__ int depth(int n) { volatile int room[256]; room[n % 256] = n; return n < 1 ? 0 : depth(n - 1) + room[n % 256]; }
__global__ void deep(int *p, int n) { __syncthreads(); *p = depth(n); }
int *p; cudaMallocManaged(&p, 4096); for (int i = 0; i < 1024; ++i) p[i] = i;
turn<<<1, 512>>>(p); add<<<1, 512>>>(p, 1000); cudaDeviceSynchronize(); p[0]
//= (int) 1511
abort();
//? error: cell 7 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 7:1
//? note: cell 7 is taken back: all variables are as they were before it
turn<<<1, 512>>>(p); add<<<1, 512>>>(p, 1000); cudaDeviceSynchronize(); p[0]
//= (int) 2000
deep<<<1, 1>>>(p, 1000000);
//? error: cell 8: kernel `deep` <<<(1,1,1), (1,1,1)>>>: cudaErrorHardwareStackError at block (0,0,0), thread (0,0,0)
//?   the thread used more stack than it has
//?   at cell 3:1 in `depth`
*(volatile int *)0 = 1;
//? error: cell 9 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 9:1
//? note: cell 9 is taken back: all variables are as they were before it
turn<<<2, 512>>>(p); cudaDeviceSynchronize(); p[1] + p[513]
//= (int) 3532
