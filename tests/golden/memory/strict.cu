//# `%strict off`: kernels are given host memory and nothing is told; `%strict on`, as from the start: it is told. It outlives the executor.
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
//? note: cell 5: kernel `twice` was given host memory (argument 1): this device reaches it, on most GPUs it is an illegal address; copy it to memory of cudaMalloc, or use cudaMallocManaged
%strict off
abort();
//? error: cell 6 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 6:1
//? note: a new executor runs with all definitions; the values of these variables are lost: `numbers`
__global__ void thrice(float *x) { x[threadIdx.x] *= 3; }
thrice<<<1, 4>>>(new float[4]);
%strict on
__global__ void four(float *x) { x[threadIdx.x] *= 4; }
four<<<1, 4>>>(new float[4]);
//? note: cell 10: kernel `four` was given host memory (argument 1): this device reaches it, on most GPUs it is an illegal address; copy it to memory of cudaMalloc, or use cudaMallocManaged
%strict maybe
//? error: usage: `%strict [on|off]`
