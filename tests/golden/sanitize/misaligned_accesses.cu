//# An address that is no multiple of what its type asks for is a fault on a GPU.
//@ devices = ["cpu"]
//@ flags = ["--sanitize"]
char *bytes; cudaMalloc(&bytes, 256); cudaMemset(bytes, 0, 256);
__global__ void of_int(char *p) { *(int *)(p + 1 + 4 * threadIdx.x) = 1; }
of_int<<<1, 2>>>(bytes);
//? memcheck #1: cell 3: kernel `of_int`: write of 4 bytes at an address that is no multiple of 4
//?   at cell 2:1, block (0,0,0), thread (0,0,0)
//?   2 times
__global__ void of_double(char *p) { *(double *)(p + 4) += 1; }
of_double<<<1, 1>>>(bytes);
//? memcheck #2: cell 5: kernel `of_double`: read of 8 bytes at an address that is no multiple of 8
//?   at cell 4:1, block (0,0,0), thread (0,0,0)
//? memcheck #3: cell 5: kernel `of_double`: write of 8 bytes at an address that is no multiple of 8
//?   at cell 4:1, block (0,0,0), thread (0,0,0)
__global__ void of_four(float4 *p) { float4 v = p[1]; p[0] = v; }
of_four<<<1, 1>>>((float4 *)(bytes + 8));
//? memcheck #4: cell 7: kernel `of_four`: read of 16 bytes at an address that is no multiple of 16
//?   at cell 6:1, block (0,0,0), thread (0,0,0)
//? memcheck #5: cell 7: kernel `of_four`: write of 16 bytes at an address that is no multiple of 16
//?   at cell 6:1, block (0,0,0), thread (0,0,0)
__global__ void of_atomic(char *p) { atomicAdd((unsigned *)(p + 2), 1u); }
of_atomic<<<1, 1>>>(bytes);
//? memcheck #6: cell 9: kernel `of_atomic`: atomic access of 4 bytes at an address that is no multiple of 4
//?   at cell 8:1, block (0,0,0), thread (0,0,0)
cudaFree(bytes);
//? note: memcheck,racecheck,initcheck,synccheck: 6 findings
