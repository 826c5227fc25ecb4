//# A wild pointer in a kernel costs the executor: its cell is told, definitions survive, and the next cell works.
//@ devices = ["cuda"]
__device__ int twice(int v) { return 2 * v; }
__global__ void wild(int *p) { *p = twice(4); }
int kept = 3;
wild<<<2, 32>>>((int *)0x10);
int *p; cudaMallocManaged(&p, 4);
wild<<<1, 1>>>(p); cudaDeviceSynchronize();
*p
