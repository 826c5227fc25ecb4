//# A fault in a kernel is no crash: the executor lives on, and what the cell did before stays done.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
//@ mistakes = true
int x = 1;
__global__ void wild(int *p) { *p = 1; }
x = 2; wild<<<1, 1>>>((int *)16);
//? error: cell 3: kernel `wild` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid write to address 0x10
//?   at cell 2:1 in `wild`
x
//= (int) 2
