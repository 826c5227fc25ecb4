// Seven-point stencil in three dimensions, with its coefficients in constant memory.
// After D. Kirk and W. Hwu, "Programming Massively Parallel Processors", chapter "Stencil": the basic sweep, and the one with a
// tile in shared memory and thread coarsening along z.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "cuda_check.h"

#define OUT_TILE 14
#define IN_TILE (OUT_TILE + 2)
const int N = 50, SWEEPS = 4;

__constant__ float c[7];

__host__ __device__ inline int at(int z, int y, int x) { return (z * N + y) * N + x; }

__global__ void stencil_basic(const float *in, float *out) {
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (z >= 1 && z < N - 1 && y >= 1 && y < N - 1 && x >= 1 && x < N - 1)
    out[at(z, y, x)] = c[0] * in[at(z, y, x)] + c[1] * in[at(z, y, x - 1)] + c[2] * in[at(z, y, x + 1)] +
                       c[3] * in[at(z, y - 1, x)] + c[4] * in[at(z, y + 1, x)] + c[5] * in[at(z - 1, y, x)] +
                       c[6] * in[at(z + 1, y, x)];
}

__global__ void stencil_tiled(const float *in, float *out) {
  int zStart = blockIdx.z * OUT_TILE;
  int y = blockIdx.y * OUT_TILE + threadIdx.y - 1;
  int x = blockIdx.x * OUT_TILE + threadIdx.x - 1;
  __shared__ float inCurr[IN_TILE][IN_TILE];
  bool loads = y >= 0 && y < N && x >= 0 && x < N;
  float inPrev = 0, inNext = 0;
  if (zStart - 1 >= 0 && zStart - 1 < N && loads)
    inPrev = in[at(zStart - 1, y, x)];
  if (zStart < N && loads)
    inCurr[threadIdx.y][threadIdx.x] = in[at(zStart, y, x)];
  for (int z = zStart; z < zStart + OUT_TILE; ++z) {
    if (z + 1 < N && loads)
      inNext = in[at(z + 1, y, x)];
    __syncthreads();
    if (z >= 1 && z < N - 1 && y >= 1 && y < N - 1 && x >= 1 && x < N - 1) {
      if (threadIdx.y >= 1 && threadIdx.y < IN_TILE - 1 && threadIdx.x >= 1 && threadIdx.x < IN_TILE - 1)
        out[at(z, y, x)] = c[0] * inCurr[threadIdx.y][threadIdx.x] + c[1] * inCurr[threadIdx.y][threadIdx.x - 1] +
                           c[2] * inCurr[threadIdx.y][threadIdx.x + 1] + c[3] * inCurr[threadIdx.y - 1][threadIdx.x] +
                           c[4] * inCurr[threadIdx.y + 1][threadIdx.x] + c[5] * inPrev + c[6] * inNext;
    }
    __syncthreads();
    inPrev = inCurr[threadIdx.y][threadIdx.x];
    inCurr[threadIdx.y][threadIdx.x] = inNext;
  }
}

int main() {
  const float coefficients[7] = {0.4f, 0.11f, 0.09f, 0.12f, 0.08f, 0.13f, 0.07f};
  std::vector<float> start(N * N * N);
  for (int i = 0; i < N * N * N; ++i)
    start[i] = static_cast<float>(i * 31 % 257) / 257;

  std::vector<float> expected(start), buffer(start);
  for (int sweep = 0; sweep < SWEEPS; ++sweep) {
    for (int z = 1; z < N - 1; ++z)
      for (int y = 1; y < N - 1; ++y)
        for (int x = 1; x < N - 1; ++x)
          buffer[at(z, y, x)] = coefficients[0] * expected[at(z, y, x)] + coefficients[1] * expected[at(z, y, x - 1)] +
                                coefficients[2] * expected[at(z, y, x + 1)] + coefficients[3] * expected[at(z, y - 1, x)] +
                                coefficients[4] * expected[at(z, y + 1, x)] + coefficients[5] * expected[at(z - 1, y, x)] +
                                coefficients[6] * expected[at(z + 1, y, x)];
    std::swap(expected, buffer);
  }

  CHECK(cudaMemcpyToSymbol(c, coefficients, sizeof(coefficients)));
  size_t bytes = start.size() * sizeof(float);
  float *in, *out;
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, bytes));
  for (bool tiled : {false, true}) {
    CHECK(cudaMemcpy(in, start.data(), bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(out, start.data(), bytes, cudaMemcpyHostToDevice));
    for (int sweep = 0; sweep < SWEEPS; ++sweep) {
      int tiles = (N + OUT_TILE - 1) / OUT_TILE;
      if (tiled)
        stencil_tiled<<<dim3(tiles, tiles, tiles), dim3(IN_TILE, IN_TILE)>>>(in, out);
      else
        stencil_basic<<<dim3((N + 7) / 8, (N + 7) / 8, (N + 7) / 8), dim3(8, 8, 8)>>>(in, out);
      std::swap(in, out);
    }
    CHECK(cudaGetLastError());
    std::vector<float> result(start.size());
    CHECK(cudaMemcpy(result.data(), in, bytes, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N * N * N; ++i) {
      if (!(std::fabs(result[i] - expected[i]) < 1e-5f)) {
        std::printf("FAIL stencil: %s, point %d is %g, not %g\n", tiled ? "tiled" : "basic", i, result[i], expected[i]);
        return 1;
      }
    }
  }
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  std::printf("PASS stencil %dx%dx%d sweeps=%d\n", N, N, N, SWEEPS);
  return 0;
}
