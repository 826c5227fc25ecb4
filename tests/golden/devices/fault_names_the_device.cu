//# A kernel's fault says on which of several devices it was; the others work on, and so does that one.
//@ devices = ["cpu"]
//@ count = 2
__global__ void wild(int *p) { *p = 1; }
cudaSetDevice(1);
wild<<<1, 1>>>((int *)64);
//? error: cell 3: kernel `wild` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid write to address 0x40, on `cpu:1`
//?   at cell 1:1 in `wild`
int *p; cudaMalloc(&p, 4); wild<<<1, 1>>>(p);
cudaSetDevice(0);
wild<<<1, 1>>>((int *)64);
//? error: cell 6: kernel `wild` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid write to address 0x40, on `cpu:0`
//?   at cell 1:1 in `wild`
wild<<<1, 1>>>(p);
cudaStream_t s; cudaStreamCreate(&s); cudaSetDevice(1);
wild<<<1, 1, 0, s>>>((int *)64);
//? error: cell 9: kernel `wild` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid write to address 0x40, on `cpu:0`
//?   at cell 1:1 in `wild`
