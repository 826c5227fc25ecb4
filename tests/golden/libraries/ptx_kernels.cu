//# Kernels of a file of PTX are launched as the session's own. They are of one loaded module, so they share its variable; the same file again is the same module.
//@ devices = ["cuda"]
%load kernels.ptx
//? note: declare what you use of it, as in `extern "C" __global__ void k(float *, int);`: `add`
extern "C" __global__ void add(int by);
add<<<1, 1>>>(3); add<<<1, 1>>>(4);
int *out; cudaMallocManaged(&out, 4); get<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 7
%load kernels.ptx
//? note: declare what you use of it, as in `extern "C" __global__ void k(float *, int);`: `add`
get<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 7
%undo 2
//? note: cells 5 to 6 are taken back: `get` (that of cell 1 is back), `get<<<1, 1>>>(out); cudaDeviceSynchroniz…`
get<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 7
