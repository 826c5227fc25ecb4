//# A kernel that is typed takes the place of a file's, and the other way round; a kernel that the file lacks is not there.
//@ devices = ["cuda"]
__global__ void get(int *out) { *out = -1; }
int *out; cudaMallocManaged(&out, 4); get<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) -1
%load kernels.ptx
//? note: `get` of `kernels.ptx` takes the place of that of cell 1
//? note: declare what you use of it, as in `extern "C" __global__ void k(float *, int);`: `add`
get<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 0
__global__ void get(int *out) { *out = -2; }
//? note: `get` takes the place of that of `kernels.ptx`
get<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) -2
