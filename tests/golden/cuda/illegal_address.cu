//# A wild pointer in a kernel costs the executor: its cell is told, definitions survive, and the next cell works.
//@ devices = ["cuda"]
__device__ int twice(int v) { return 2 * v; }
__global__ void wild(int *p) { *p = twice(4); }
int kept = 3;
wild<<<2, 32>>>((int *)0x10);
//? error: cell 4: kernel `wild` <<<(2,1,1), (32,1,1)>>>: cudaErrorIllegalAddress
//?   an illegal memory access was encountered
//? note: a new executor runs with all definitions; the values of these variables are lost: `kept`
int *p; cudaMallocManaged(&p, 4);
wild<<<1, 1>>>(p); cudaDeviceSynchronize();
*p
//= (int) 8
