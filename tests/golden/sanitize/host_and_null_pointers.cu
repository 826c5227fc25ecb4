//# Memory of the host, null, and addresses where nothing is.
//@ devices = ["cpu"]
//@ flags = ["--sanitize"]
int on_host[4];
__global__ void set(int *p, int i) { p[i] = 7; }
set<<<1, 1>>>(on_host, 1);
//? memcheck #1: cell 3: kernel `set`: write of 4 bytes at 0x…, which is the host's own memory: on most GPUs an illegal address
//?   at cell 2:1, block (0,0,0), thread (0,0,0)
int *heap = new int[4];
set<<<1, 1>>>(heap, 2);
//? memcheck #1: cell 5: again, once
set<<<1, 1>>>(nullptr, 0);
//? memcheck #2: cell 6: kernel `set`: write of 4 bytes through a null pointer
//?   at cell 2:1, block (0,0,0), thread (0,0,0)
set<<<1, 1>>>(nullptr, 3);
//? memcheck #2: cell 7: again, once
__global__ void wild(long long where) { *(int *)where = 1; }
wild<<<1, 1>>>(0x123456789000);
//? memcheck #3: cell 9: kernel `wild`: write of 4 bytes at 0x…, where no memory is
//?   at cell 8:1, block (0,0,0), thread (0,0,0)
int *managed; cudaMallocManaged(&managed, 16);
int *pinned; cudaMallocHost(&pinned, 16);
set<<<1, 1>>>(managed, 1); set<<<1, 1>>>(pinned, 1); cudaDeviceSynchronize();
managed[1] + pinned[1]
//= (int) 14
cudaFree(managed); cudaFreeHost(pinned); delete[] heap;
//? note: memcheck,racecheck,initcheck,synccheck: 3 findings
