//# `%sanitize` turns checks on and off within a session; kernels that were compiled before tell of their accesses from then on.
//@ devices = ["cpu"]
%sanitize
__global__ void race(int *out) { __shared__ int s[32]; s[threadIdx.x] = threadIdx.x; out[threadIdx.x] = s[31 - threadIdx.x]; }
int *out; cudaMalloc(&out, 31 * sizeof(int));
%sanitize racecheck
%sanitize
race<<<1, 31>>>(out);
race<<<1, 31>>>(out);
%sanitize memcheck
race<<<1, 31>>>(out); race<<<1, 32>>>(out);
%sanitize memchek
%sanitize leaks
cudaFree(out);
%sanitize leaks
%sanitize off
int *other; cudaMalloc(&other, 128);
race<<<1, 32>>>(other);
%flags
