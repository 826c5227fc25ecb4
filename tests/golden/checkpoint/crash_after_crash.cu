//# The executor that goes on has a checkpoint of its own at once: crash after crash, each is taken back alone.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
int x = 0;
x = 1; abort();
//? error: cell 2 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 2:1
//? note: cell 2 is taken back: all variables are as they were before it
x = 2; abort();
//? error: cell 2 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 2:1
//? note: cell 2 is taken back: all variables are as they were before it
x = 3;
x = 4; abort();
//? error: cell 3 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 3:1
//? note: cell 3 is taken back: all variables are as they were before it
x = 5; *(volatile int *)0 = 1;
//? error: cell 3 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 3:1
//? note: cell 3 is taken back: all variables are as they were before it
x
//= (int) 3
__global__ void k(int *p) { *p = 6; }
int *p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p); abort();
//? error: cell 5 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 5:1
//? note: cell 5 is taken back: all variables are as they were before it
int *p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize();
*p = 7; abort();
//? error: cell 6 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 6:1
//? note: cell 6 is taken back: all variables are as they were before it
*p
//= (int) 6
