//# `%strict off`: kernels touch host memory and nothing is told; `%strict on`, as from the start: that is an error of the cell. It outlives the executor.
//@ devices = ["cpu"]
//@ mistakes = true
//@ flags = ["--checkpoint", "off"]
float numbers[4] = {1, 2, 3, 4};
__global__ void twice(float *x) { x[threadIdx.x] *= 2; }
%strict
//= strict is on
%strict off
%strict
//= strict is off
twice<<<1, 4>>>(numbers);
numbers
//= (float[4]) {2, 4, 6, 8}
%strict on
twice<<<1, 4>>>(numbers);
//? error: cell 5: kernel `twice` <<<(1,1,1), (4,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   read of host memory at 0x…, of `malloc` or `new`, or of the program's data, by argument 1: most GPUs cannot reach it
//?   copy it to memory of cudaMalloc, or use cudaMallocManaged; `%strict off` lets kernels of this device reach it
//?   at cell 2:1 in `twice`
numbers
//= (float[4]) {2, 4, 6, 8}
%strict off
abort();
//? error: cell 7 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 7:1
//? note: a new executor runs with all definitions; the values of these variables are lost: `numbers`
__global__ void thrice(float *x) { x[threadIdx.x] *= 3; }
thrice<<<1, 4>>>(new float[4]);
%strict on
__global__ void four(float *x) { x[threadIdx.x] *= 4; }
four<<<1, 4>>>(new float[4]);
//? error: cell 11: kernel `four` <<<(1,1,1), (4,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   read of host memory at 0x…, of `malloc` or `new`, or of the program's data, by argument 1: most GPUs cannot reach it
//?   copy it to memory of cudaMalloc, or use cudaMallocManaged; `%strict off` lets kernels of this device reach it
//?   at cell 10:1 in `four`
%strict maybe
//? error: usage: `%strict [on|off]`
