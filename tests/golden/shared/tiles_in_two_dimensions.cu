//# A two-dimensional tile in shared memory transposes a matrix, with a padded row and blocks of two dimensions.
//@ hip = true
constexpr int tile = 4;
__global__ void transpose(const int *in, int *out, int rows, int columns) { __shared__ int s[tile][tile + 1]; int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y; if (x < columns && y < rows) s[threadIdx.y][threadIdx.x] = in[y * columns + x]; __syncthreads(); x = blockIdx.y * tile + threadIdx.x; y = blockIdx.x * tile + threadIdx.y; if (x < rows && y < columns) out[y * rows + x] = s[threadIdx.x][threadIdx.y]; }
int *in, *out; cudaMallocManaged(&in, 30 * sizeof(int)); cudaMallocManaged(&out, 30 * sizeof(int)); for (int i = 0; i < 30; ++i) in[i] = i;
transpose<<<dim3(2, 2), dim3(tile, tile)>>>(in, out, 5, 6);
int wrong = 0; cudaDeviceSynchronize(); for (int y = 0; y < 5; ++y) for (int x = 0; x < 6; ++x) wrong += out[x * 5 + y] != in[y * 6 + x];
wrong
//= (int) 0
out
//= (int *) managed int[30] {0, 6, 12, 18, 24, 1, 7, 13, …}
