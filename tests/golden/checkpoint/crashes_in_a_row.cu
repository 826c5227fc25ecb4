//# Who crashes a dozen times in a row loses nothing: each copy that goes on is copied again as soon as its own reader is there. Copied while
//# the reader was still starting, it could wait for ever for memory that the reader held.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
int kept = 1;
__global__ void k(int *p) { *p += 1; }
int *p; cudaMallocManaged(&p, 4); *p = 0;
kept = 2; k<<<1, 1>>>(p); cudaDeviceSynchronize(); *(volatile int *)0 = 1;
//? error: cell 4 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 4:1
//? note: cell 4 is taken back: all variables are as they were before it
kept = 3; k<<<1, 1>>>(p); cudaDeviceSynchronize(); *(volatile int *)0 = 1;
//? error: cell 4 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 4:1
//? note: cell 4 is taken back: all variables are as they were before it
kept = 4; k<<<1, 1>>>(p); cudaDeviceSynchronize(); *(volatile int *)0 = 1;
//? error: cell 4 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 4:1
//? note: cell 4 is taken back: all variables are as they were before it
kept = 5; k<<<1, 1>>>(p); cudaDeviceSynchronize(); *(volatile int *)0 = 1;
//? error: cell 4 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 4:1
//? note: cell 4 is taken back: all variables are as they were before it
kept = 6; k<<<1, 1>>>(p); cudaDeviceSynchronize(); *(volatile int *)0 = 1;
//? error: cell 4 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 4:1
//? note: cell 4 is taken back: all variables are as they were before it
kept = 7; k<<<1, 1>>>(p); cudaDeviceSynchronize(); *(volatile int *)0 = 1;
//? error: cell 4 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 4:1
//? note: cell 4 is taken back: all variables are as they were before it
kept = 8; k<<<1, 1>>>(p); cudaDeviceSynchronize(); *(volatile int *)0 = 1;
//? error: cell 4 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 4:1
//? note: cell 4 is taken back: all variables are as they were before it
kept = 9; k<<<1, 1>>>(p); cudaDeviceSynchronize(); *(volatile int *)0 = 1;
//? error: cell 4 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 4:1
//? note: cell 4 is taken back: all variables are as they were before it
kept = 10; k<<<1, 1>>>(p); cudaDeviceSynchronize(); *(volatile int *)0 = 1;
//? error: cell 4 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 4:1
//? note: cell 4 is taken back: all variables are as they were before it
kept = 11; k<<<1, 1>>>(p); cudaDeviceSynchronize(); *(volatile int *)0 = 1;
//? error: cell 4 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 4:1
//? note: cell 4 is taken back: all variables are as they were before it
kept = 12; k<<<1, 1>>>(p); cudaDeviceSynchronize(); *(volatile int *)0 = 1;
//? error: cell 4 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 4:1
//? note: cell 4 is taken back: all variables are as they were before it
kept = 13; k<<<1, 1>>>(p); cudaDeviceSynchronize(); *(volatile int *)0 = 1;
//? error: cell 4 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 4:1
//? note: cell 4 is taken back: all variables are as they were before it
kept = 14; k<<<1, 1>>>(p); cudaDeviceSynchronize(); *(volatile int *)0 = 1;
//? error: cell 4 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 4:1
//? note: cell 4 is taken back: all variables are as they were before it
kept = 15; k<<<1, 1>>>(p); cudaDeviceSynchronize(); *(volatile int *)0 = 1;
//? error: cell 4 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 4:1
//? note: cell 4 is taken back: all variables are as they were before it
kept = 16; k<<<1, 1>>>(p); cudaDeviceSynchronize(); *(volatile int *)0 = 1;
//? error: cell 4 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 4:1
//? note: cell 4 is taken back: all variables are as they were before it
kept = 17; k<<<1, 1>>>(p); cudaDeviceSynchronize(); *(volatile int *)0 = 1;
//? error: cell 4 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 4:1
//? note: cell 4 is taken back: all variables are as they were before it
kept + *p
//= (int) 1
