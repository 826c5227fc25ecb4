//# A constant variable defined again with another size takes the name; kernels compiled before keep theirs.
int *p; cudaMallocManaged(&p, sizeof(int));
__constant__ int c[2] = {1, 2};
__global__ void sum2(int *out) { *out = c[0] + c[1]; }
__constant__ int c[3] = {10, 20, 30};
//? note: the `c` of cell 2 (`int[2]`) is still used by `sum2`: its type has changed
__global__ void sum3(int *out) { *out = c[0] + c[1] + c[2]; }
sum2<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 3
sum3<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 60
