//# A variable with functions is defined again, and that is taken back: kernels use what it holds then.
__device__ int f(int x) { return x + 1; }
__device__ int g(int x) { return x + 5; }
__device__ int (*at)(int) = f;
__global__ void call(int *out) { *out = at(1); }
int *out; cudaMallocManaged(&out, sizeof(int));
__device__ int (*at)(int) = g;
call<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 6
%undo 2
//? note: cells 6 to 7 are taken back: `at` (that of cell 3 is back), `call<<<1, 1>>>(out); cudaDeviceSynchroni…`
call<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 2
