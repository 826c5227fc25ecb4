//# `%device` chooses among the session's devices and keeps all that the session has.
//@ devices = ["cpu"]
//@ count = 2
%device
//= cpu
%device cpu:1
int current() { int n = -1; cudaGetDevice(&n); return n; }
current()
//= (int) 1
__device__ int mine = 3;
__global__ void k() { mine += 1; }
k<<<1, 1>>>();
int value() { int v = -1; cudaMemcpyFromSymbol(&v, mine, sizeof v); return v; }
value()
//= (int) 4
%device cpu
k<<<1, 1>>>(); k<<<1, 1>>>(); value()
//= (int) 5
%device cpu:2
//? error: this session has no device `cpu:2`, only `cpu:0`, `cpu:1`; another kind is chosen at the start, by `--device`
%device cuda
//? error: this session has no device `cuda`, only `cpu:0`, `cpu:1`; another kind is chosen at the start, by `--device`
current()
//= (int) 0
%restart
//? note: a new executor runs with all definitions; the values of these variables are lost: `mine`
%replay
//= (int) 1
//= (int) 4
//= (int) 5
//= (int) 0
current()
//= (int) 0
