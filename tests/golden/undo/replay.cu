//# `%replay` runs all cells again in a new executor, `%replay N` those from cell N on in this one; a cell that failed is linked, not run.
int *p; cudaMallocManaged(&p, sizeof(int)); *p = 0;
__global__ void add(int *out, int x) { *out += x; }
add<<<1, 1>>>(p, 1); cudaDeviceSynchronize();
int kept() { return *p; } int thrown = (throw 1, 2);
//? error: cell 4: uncaught exception `int`: 1
add<<<1, 1>>>(p, 10); cudaDeviceSynchronize(); *p
//= (int) 11
*p = 100;
%undo
//? note: cell 6 is taken back: `*p = 100;`
*p
//= (int) 100
%replay 3
//= (int) 111
//= (int) 111
%replay
//= (int) 11
//= (int) 11
kept()
//= (int) 11
%replay 40
//? error: there is no cell 40
%replay x
//? error: usage: `%replay [N]`
