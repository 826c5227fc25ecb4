//# `%undo` of the cell that instantiated a kernel template, and of the template's second definition.
int *p; cudaMallocManaged(&p, sizeof(int));
template <typename T> __global__ void put(T *out) { *out = 1; }
put<<<1, 1>>>(p);
%undo
//? note: cell 3 is taken back: `put<<<1, 1>>>(p);`
put<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 1
template <typename T> __global__ void put(T *out) { *out = 2; }
put<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 2
%undo 2
//? note: cells 4 to 5 are taken back: `put` (that of cell 2 is back), `put<<<1, 1>>>(p); cudaDeviceSynchronize(…`
put<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 1
