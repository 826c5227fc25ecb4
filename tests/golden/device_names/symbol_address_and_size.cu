//# cudaGetSymbolAddress gives memory that copies, memsets and kernels can use; cudaGetSymbolSize its bytes; no symbol is an error.
__device__ short grid[5][4];
size_t bytes; cudaGetSymbolSize(&bytes, grid)
//= (cudaError_t) cudaSuccess
bytes
//= (size_t) 40
short *p; cudaGetSymbolAddress((void **) &p, grid)
//= (cudaError_t) cudaSuccess
cudaMemset(p, 1, bytes)
//= (cudaError_t) cudaSuccess
__global__ void k(short *p, int *out) { *out = p == &grid[0][0]; grid[4][3] += 1; }
int *out; cudaMallocManaged(&out, sizeof(int)); k<<<1, 1>>>(p, out);
*out
//= (int) 1
short last; cudaMemcpy(&last, p + 19, sizeof last, cudaMemcpyDeviceToHost); last
//= (short) 258
int host_variable; cudaMemcpyToSymbol(host_variable, &last, sizeof last)
//= (cudaError_t) cudaErrorInvalidSymbol
cudaGetLastError()
//= (cudaError_t) cudaErrorInvalidSymbol
cudaMemcpyToSymbol(grid, &last, sizeof last, 39)
//= (cudaError_t) cudaErrorInvalidValue
