//# A wild pointer in a kernel is an error of the cell that launched it, with kernel, launch, block and thread.
//@ devices = ["cpu"]
//@ mistakes = true
__global__ void wild(int *p) { if (threadIdx.x == 3 && blockIdx.x == 1) *p = 1; }
wild<<<2, 32>>>((int *)0x10);
//? error: cell 2: kernel `wild` <<<(2,1,1), (32,1,1)>>>: cudaErrorIllegalAddress at block (1,0,0), thread (3,0,0)
//?   invalid write to address 0x10
//?   at cell 1:1 in `wild`
1 + 1
//= (int) 2
