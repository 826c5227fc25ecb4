//# Memory that was freed is known: how large it was, and which cells allocated and freed it.
//@ devices = ["cpu"]
//@ flags = ["--sanitize"]
int *a; cudaMalloc(&a, 256); cudaMemset(a, 0, 256);
int *b = a;
cudaFree(a);
__global__ void use(int *p) { p[3] = 1; }
use<<<1, 1>>>(b);
//? memcheck #1: cell 5: kernel `use`: write of 4 bytes, 12 bytes into an allocation of 256 bytes that has been freed
//?   at cell 4:1, block (0,0,0), thread (0,0,0)
//?   the memory was allocated at cell 1:1
//?   the memory was freed in cell 3
int *c; cudaMallocAsync(&c, 128, 0);
cudaFreeAsync(c, 0); cudaDeviceSynchronize();
__global__ void look(int *p, int *q) { if (p[1] == 12345) p[2] = *q; }
look<<<1, 1>>>(c, nullptr);
//? memcheck #2: cell 9: kernel `look`: read of 4 bytes, 4 bytes into an allocation of 128 bytes that has been freed
//?   at cell 8:1, block (0,0,0), thread (0,0,0)
//?   the memory was allocated at cell 6:1
//?   the memory was freed in cell 7
__global__ void inside(int *out) {
  int *p = (int *)malloc(16);
  p[0] = 1;
  p[4] = 2;
  free(p);
  *out = p[1];
}
int *out; cudaMalloc(&out, 4);
inside<<<1, 1>>>(out);
//? memcheck #3: cell 12: kernel `inside`: write of 4 bytes, just past the end of memory of a kernel's `malloc` of 16 bytes
//?   at cell 10:4, block (0,0,0), thread (0,0,0)
//?   the memory was allocated in cell 12
//? memcheck #4: cell 12: kernel `inside`: read of 4 bytes, 4 bytes into memory of a kernel's `malloc` of 16 bytes that has been freed
//?   at cell 10:6, block (0,0,0), thread (0,0,0)
//?   the memory was allocated in cell 12
//?   the memory was freed in cell 12
cudaFree(out);
//? note: memcheck,racecheck,initcheck,synccheck: 4 findings
