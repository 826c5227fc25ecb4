// Sparse matrix times vector in CSR format: one thread per row, and one warp per row.
// After N. Bell and M. Garland, "Efficient Sparse Matrix-Vector Multiplication on CUDA", NVIDIA NVR-2008-004.
#include <cmath>
#include <cstdio>
#include <vector>

#include "cuda_check.h"

__global__ void spmv_csr_scalar_kernel(const int num_rows, const int *ptr, const int *indices, const double *data,
                                       const double *x, double *y) {
  int row = blockDim.x * blockIdx.x + threadIdx.x;
  if (row < num_rows) {
    double dot = 0;
    int row_start = ptr[row];
    int row_end = ptr[row + 1];
    for (int jj = row_start; jj < row_end; jj++)
      dot += data[jj] * x[indices[jj]];
    y[row] = dot;
  }
}

__global__ void spmv_csr_vector_kernel(const int num_rows, const int *ptr, const int *indices, const double *data,
                                       const double *x, double *y) {
  int thread_id = blockDim.x * blockIdx.x + threadIdx.x; // global thread index
  int warp_id = thread_id / 32;                          // global warp index
  int lane = thread_id & (32 - 1);                       // thread index within the warp
  int row = warp_id;                                     // one warp per row
  if (row < num_rows) {
    double sum = 0;
    for (int jj = ptr[row] + lane; jj < ptr[row + 1]; jj += 32)
      sum += data[jj] * x[indices[jj]];
    for (int offset = 16; offset > 0; offset /= 2)
      sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (lane == 0)
      y[row] = sum;
  }
}

int main() {
  // The Laplacian of a grid, with one dense row and some empty ones.
  const int side = 70, rows = side * side, dense = 100;
  std::vector<int> ptr(1, 0), indices;
  std::vector<double> data, x(rows), y(rows), expected(rows);
  auto put = [&](int column, double value) {
    indices.push_back(column);
    data.push_back(value);
  };
  for (int row = 0; row < rows; ++row) {
    int i = row / side, j = row % side;
    if (row == dense) {
      for (int column = 0; column < rows; ++column)
        put(column, 1.0 / (column + 1));
    } else if (row % 97 != 0) {
      if (i > 0)
        put(row - side, -1);
      if (j > 0)
        put(row - 1, -1);
      put(row, 4);
      if (j + 1 < side)
        put(row + 1, -1);
      if (i + 1 < side)
        put(row + side, -1);
    }
    ptr.push_back(static_cast<int>(indices.size()));
  }
  for (int row = 0; row < rows; ++row)
    x[row] = std::sin(row * 0.1);
  for (int row = 0; row < rows; ++row)
    for (int k = ptr[row]; k < ptr[row + 1]; ++k)
      expected[row] += data[k] * x[indices[k]];

  int *d_ptr, *d_indices;
  double *d_data, *d_x, *d_y;
  CHECK(cudaMalloc(&d_ptr, ptr.size() * sizeof(int)));
  CHECK(cudaMalloc(&d_indices, indices.size() * sizeof(int)));
  CHECK(cudaMalloc(&d_data, data.size() * sizeof(double)));
  CHECK(cudaMalloc(&d_x, rows * sizeof(double)));
  CHECK(cudaMalloc(&d_y, rows * sizeof(double)));
  CHECK(cudaMemcpy(d_ptr, ptr.data(), ptr.size() * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_indices, indices.data(), indices.size() * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_data, data.data(), data.size() * sizeof(double), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_x, x.data(), rows * sizeof(double), cudaMemcpyHostToDevice));

  const int threads = 128;
  for (bool vector : {false, true}) {
    CHECK(cudaMemset(d_y, 0xff, rows * sizeof(double)));
    if (vector)
      spmv_csr_vector_kernel<<<(rows * 32 + threads - 1) / threads, threads>>>(rows, d_ptr, d_indices, d_data, d_x, d_y);
    else
      spmv_csr_scalar_kernel<<<(rows + threads - 1) / threads, threads>>>(rows, d_ptr, d_indices, d_data, d_x, d_y);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(y.data(), d_y, rows * sizeof(double), cudaMemcpyDeviceToHost));
    for (int row = 0; row < rows; ++row) {
      if (!(std::fabs(y[row] - expected[row]) < 1e-12)) {
        std::printf("FAIL spmv: %s, row %d is %g, not %g\n", vector ? "vector" : "scalar", row, y[row], expected[row]);
        return 1;
      }
    }
  }
  CHECK(cudaFree(d_ptr));
  CHECK(cudaFree(d_indices));
  CHECK(cudaFree(d_data));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  std::printf("PASS spmv rows=%d nonzeros=%zu\n", rows, data.size());
  return 0;
}
