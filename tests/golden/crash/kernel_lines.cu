//# What a kernel does wrong is told with the line of the kernel: memory, arithmetic, traps, calls of nothing, and what it has others do.
//@ devices = ["cpu"]
__global__ void read(int *to, const int *from) {
  int i = threadIdx.x;
  to[i] =
    from[i];
}
__global__ void divide(int *p, int by) {
  int i = threadIdx.x;
  p[i] = 100 / (by - i);
}
__global__ void stop(int at) {
  if (threadIdx.x == at)
    __trap();
}
__device__ int (*function)(int);
__global__ void call(int *p) {
  int x = 1;
  *p = function(x);
}
__global__ void say(const char *text) {
  printf("before\n");
  printf("%s\n", text);
}
__global__ void add(int *p) {
  int one = 1;
  atomicAdd(p, one);
}
int *p; cudaMallocManaged(&p, 1024);
read<<<1, 32>>>(p, nullptr);
//? error: cell 9: kernel `read` <<<(1,1,1), (32,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid read of address 0x0
//?   at cell 1:4 in `read`
divide<<<1, 8>>>(p, 5);
//? error: cell 10: kernel `divide` <<<(1,1,1), (8,1,1)>>>: cudaErrorLaunchFailure at block (0,0,0), thread (5,0,0)
//?   integer division by zero
//?   at cell 2:3 in `divide`
stop<<<1, 64>>>(37);
//? error: cell 11: kernel `stop` <<<(1,1,1), (64,1,1)>>>: cudaErrorLaunchFailure at block (0,0,0), thread (37,0,0)
//?   the kernel executed a trap
//?   at cell 3:3 in `stop`
call<<<1, 1>>>(p);
//? error: cell 12: kernel `call` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   call of address 0x0, where no code is
//?   at cell 5:3 in `call`
say<<<1, 1>>>((const char *)16);
//= before
//? error: cell 13: kernel `say` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid read of address 0x10
//?   at cell 6:3 in `say`
add<<<1, 1>>>(nullptr);
//? error: cell 14: kernel `add` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid write to address 0x0
//?   at cell 7:3 in `add`
