// Bezier curves cut into as many pieces as their bend wants: a parent decides how many, takes memory from the kernels' heap, and launches a child for each
// curve; another kernel frees the memory.
#include <cmath>
#include <cstdio>

#include "../cuda_check.h"

struct Curve {
  float2 control[3];
  float2 *points;
  int count;
};

__device__ float bend(const float2 *p) {
  float x = p[1].x - (p[0].x + p[2].x) / 2, y = p[1].y - (p[0].y + p[2].y) / 2;
  return sqrtf(x * x + y * y);
}

__global__ void cut(Curve *curves, int which) {
  Curve &curve = curves[which];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= curve.count)
    return;
  float t = static_cast<float>(i) / (curve.count - 1), s = 1 - t;
  const float2 *p = curve.control;
  curve.points[i] = make_float2(s * s * p[0].x + 2 * s * t * p[1].x + t * t * p[2].x, s * s * p[0].y + 2 * s * t * p[1].y + t * t * p[2].y);
}

__global__ void decide(Curve *curves, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  curves[i].count = min(max(static_cast<int>(bend(curves[i].control) * 16), 4), 256);
  if (cudaMalloc(&curves[i].points, curves[i].count * sizeof(float2)) != cudaSuccess) {
    curves[i].count = 0;
    return;
  }
  cut<<<(curves[i].count + 31) / 32, 32>>>(curves, i);
}

__global__ void release(Curve *curves, int n, int *freed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && cudaFree(curves[i].points) == cudaSuccess)
    atomicAdd(freed, 1);
}

__global__ void farthest(const Curve *curves, int n, float *worst, int *points) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const Curve &c = curves[i];
  atomicAdd(points, c.count);
  // Ends are the control points; all else lies in their box.
  float2 first = c.points[0], last = c.points[c.count - 1];
  float off = fabsf(first.x - c.control[0].x) + fabsf(first.y - c.control[0].y) + fabsf(last.x - c.control[2].x) + fabsf(last.y - c.control[2].y);
  for (int k = 0; k < c.count; ++k)
    if (c.points[k].y > fmaxf(fmaxf(c.control[0].y, c.control[1].y), c.control[2].y))
      off = 1;
  if (off > 1e-5f)
    *worst = off;
}

int main() {
  const int n = 100;
  Curve *curves;
  float *worst;
  int *counts;
  CHECK(cudaMallocManaged(&curves, n * sizeof(Curve)));
  CHECK(cudaMallocManaged(&worst, sizeof(float)));
  CHECK(cudaMallocManaged(&counts, 2 * sizeof(int)));
  for (int i = 0; i < n; ++i)
    curves[i] = {{{0, 0}, {i / 10.f, i % 7 * 1.f}, {i / 5.f, 0}}, nullptr, 0};
  decide<<<(n + 63) / 64, 64>>>(curves, n);
  farthest<<<(n + 63) / 64, 64>>>(curves, n, worst, counts);
  release<<<(n + 63) / 64, 64>>>(curves, n, counts + 1);
  CHECK(cudaDeviceSynchronize());
  int wanted = 0;
  for (int i = 0; i < n; ++i)
    wanted += std::min(std::max(static_cast<int>(i % 7 * 16), 4), 256);
  bool good = *worst == 0 && counts[0] == wanted && counts[1] == n;
  if (!good)
    std::printf("worst %g, points %d of %d, freed %d\n", *worst, counts[0], wanted, counts[1]);
  CHECK(cudaFree(curves));
  CHECK(cudaFree(worst));
  CHECK(cudaFree(counts));
  return !good;
}
