//# A managed variable is read and written by host and kernels without copies; its address is the same on both.
__managed__ int values[4] = {1, 2, 3, 4};
__managed__ struct { double sum; int *where; } state;
__global__ void k() { for (int v : values) state.sum += v; state.where = values + 1; values[0] = 50; }
values[3] = 40; k<<<1, 1>>>();
cudaDeviceSynchronize(); state.sum
//= (double) 46.0
*state.where
//= (int) 2
values
//= (int[4]) {50, 2, 3, 40}
state.where == &values[1]
//= (bool) true
