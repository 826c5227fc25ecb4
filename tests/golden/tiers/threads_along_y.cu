//# Threads that lie side by side in memory along y are vectors along y: a matrix whose rows go with x, sums in shared memory, a transposed copy.
//@ devices = ["cpu"]
//@ tier = "regions"
#include <cstdio>
const int n = 64; int *a, *b, *c; cudaMallocManaged(&a, n * n * 4); cudaMallocManaged(&b, n * n * 4); cudaMallocManaged(&c, n * n * 4);
for (int i = 0; i < n * n; ++i) { a[i] = i % 7 - 3; b[i] = i % 5 - 2; }
bool is(int (*what)(int, int)) { cudaDeviceSynchronize(); for (int i = 0; i < n * n; ++i) if (c[i] != what(i / n, i % n)) return false; memset(c, 0, n * n * 4); return true; }
__global__ void mul(const int *a, const int *b, int *c, int n) { int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y; if (row < n && col < n) { int s = 0; for (int k = 0; k < n; ++k) s += a[row * n + k] * b[k * n + col]; c[row * n + col] = s; } }
int product(int row, int col) { int s = 0; for (int k = 0; k < n; ++k) s += a[row * n + k] * b[k * n + col]; return s; }
bool product_in(dim3 block) { mul<<<dim3((n + block.x - 1) / block.x, (n + block.y - 1) / block.y), block>>>(a, b, c, n); return is(product); }
product_in(dim3(16, 16)) && product_in(dim3(32, 8)) && product_in(dim3(5, 24)) && product_in(dim3(1, 64)) && product_in(dim3(64, 1)) && product_in(dim3(3, 20))
//= (bool) true
%tier mul (16,16)
//= mul, blocks of 16 x 16: loops between barriers (regions)
//=   vectors go along y, where threads lie side by side in memory, if a block has enough of them there
//=   memory: 5 bytes kept for each thread from one barrier to the next, 1.2 KiB for a block of 16 x 16
//=   now it is the optimised code
//=   cell 5:1: threads run side by side, 16 at a time
//=   the choice took … ms of the … ms that optimising takes
__global__ void turn(const int *a, int *c, int n) { int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y; if (x < n && y < n) c[x * n + y] = a[y * n + x]; }
int turned(int row, int col) { return a[col * n + row]; }
bool turned_in(dim3 block) { turn<<<dim3((n + block.x - 1) / block.x, (n + block.y - 1) / block.y), block>>>(a, c, n); return is(turned); }
turned_in(dim3(16, 16)) && turned_in(dim3(32, 8)) && turned_in(dim3(8, 9)) && turned_in(dim3(64, 2)) && turned_in(dim3(1, 64))
//= (bool) true
%tier turn (16,16)
//= turn, blocks of 16 x 16: loops between barriers (regions)
//=   vectors go along y, where threads lie side by side in memory, if a block has enough of them there
//=   memory: nothing is kept from one barrier to the next
//=   now it is the optimised code
//=   cell 9:1: threads run side by side, 16 at a time
//=   the choice took … ms of the … ms that optimising takes
// Lanes are counted along x, so what asks for them stays as it is.
__global__ void lanes(int *c, int n) { int row = threadIdx.x, col = threadIdx.y; c[row * n + col] = __shfl_xor_sync(~0u, row * 100 + col, 1); }
int of_neighbour(int row, int col) { return row < 32 && col < 16 ? (row ^ 1) * 100 + col : 0; }
lanes<<<1, dim3(32, 16)>>>(c, n); is(of_neighbour)
//= (bool) true
// A sum of rows, whose threads wait for each other.
__global__ void rows(const int *a, int *c, int n) { __shared__ int s[16][17]; int row = threadIdx.x, part = threadIdx.y, sum = 0; for (int k = part; k < n; k += blockDim.y) sum += a[(blockIdx.x * 16 + row) * n + k]; s[row][part] = sum; __syncthreads(); for (int far = 8; far > 0; far /= 2) { if (part < far) s[row][part] += s[row][part + far]; __syncthreads(); } c[(blockIdx.x * 16 + row) * n + part] = s[row][0]; }
int sum_of(int row, int col) { int sum = 0; for (int k = 0; k < n; ++k) sum += a[row * n + k]; return col < 16 ? sum : 0; }
rows<<<4, dim3(16, 16)>>>(a, c, n); is(sum_of)
//= (bool) true
// Only y is asked for.
__global__ void column(int *c, int n) { c[blockIdx.x * n + threadIdx.y] = threadIdx.y - blockIdx.x; }
int difference(int row, int col) { return col - row; }
column<<<n, dim3(1, n)>>>(c, n); is(difference)
//= (bool) true
