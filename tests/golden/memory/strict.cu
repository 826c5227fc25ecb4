//# `%strict off`: kernels are given host memory and nothing is told; `%strict on`, as from the start: it is told. It outlives the executor.
//@ devices = ["cpu"]
//@ mistakes = true
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
%strict off
abort();
__global__ void thrice(float *x) { x[threadIdx.x] *= 3; }
thrice<<<1, 4>>>(new float[4]);
%strict on
__global__ void four(float *x) { x[threadIdx.x] *= 4; }
four<<<1, 4>>>(new float[4]);
%strict maybe
