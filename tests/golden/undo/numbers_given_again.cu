//# Numbers of cells taken back one after the other are given again: a kernel waits for its new image, also if that comes before its cell is linked.
int *out;
cudaMallocManaged(&out, sizeof(int));
__device__ int offset = 26;
__global__ void k(int *out, int x) { *out = x * 7 + offset; }
int between = 1;
__global__ void k(int *out, int x) { *out = x * 8; }
%undo
//? note: cell 6 is taken back: `k` (that of cell 4 is back)
%undo
//? note: cell 5 is taken back: `between`
__device__ int offset = 12;
k<<<1, 1>>>(out, 3); cudaDeviceSynchronize(); *out
//= (int) 33
