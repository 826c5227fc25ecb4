//# A kernel is defined in one cell and launched at top level in another, and the result is read in a third.
__global__ void fill(int *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = i * i; }
int *squares; cudaMallocManaged(&squares, 10 * sizeof(int));
fill<<<3, 4>>>(squares, 10);
cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
squares[9] + squares[8]
//= (int) 145
squares
//= (int *) managed int[10] {0, 1, 4, 9, 16, 25, 36, 49, …}
