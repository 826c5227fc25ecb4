//# A wild pointer in host code ends the executor, not the session: definitions stay, lost variables are named.
//@ flags = ["--checkpoint=off"]
int value = 5;
int twice(int x) { return 2 * x; }
__global__ void set(int *p, int v) { *p = v; }
value = 6;
*(volatile int *)0 = 1;
//? error: cell 5 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 5:1
//? note: a new executor runs with all definitions; the values of these variables are lost: `value`
twice(21)
//= (int) 42
int *p; cudaMallocManaged(&p, sizeof(int)); set<<<1, 1>>>(p, twice(4));
*p
//= (int) 8
