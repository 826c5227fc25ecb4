//# A kernel that writes to freed memory is an error with block and thread.
//@ devices = ["cpu"]
//@ mistakes = true
__global__ void set(int *p) { if (threadIdx.x == 2) p[2] = 1; }
int *p; cudaMalloc(&p, 1 << 22);
set<<<1, 4>>>(p);
cudaFree(p);
set<<<1, 4>>>(p);
//? error: cell 5: kernel `set` <<<(1,1,1), (4,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (2,0,0)
//?   invalid write to address 0x…, in an allocation of 4194304 bytes that has been freed
//?   at cell 1:1 in `set`
1 + 1
//= (int) 2
