// Gravitational n-body simulation, all pairs, tile by tile through shared memory.
// After L. Nyland, M. Harris and J. Prins, "Fast N-Body Simulation with CUDA", GPU Gems 3, chapter 31.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "cuda_check.h"

#define EPS2 1e-3f
const int N = 1024, P = 128, STEPS = 5;
const float DT = 1e-3f;

__device__ float3 bodyBodyInteraction(float4 bi, float4 bj, float3 ai) {
  float3 r;
  r.x = bj.x - bi.x;
  r.y = bj.y - bi.y;
  r.z = bj.z - bi.z;
  float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + EPS2;
  float distSixth = distSqr * distSqr * distSqr;
  float invDistCube = rsqrtf(distSixth);
  float s = bj.w * invDistCube;
  ai.x += r.x * s;
  ai.y += r.y * s;
  ai.z += r.z * s;
  return ai;
}

__device__ float3 tile_calculation(float4 myPosition, float3 accel) {
  extern __shared__ float4 shPosition[];
  for (int i = 0; i < blockDim.x; i++)
    accel = bodyBodyInteraction(myPosition, shPosition[i], accel);
  return accel;
}

__global__ void calculate_forces(const float4 *globalX, float4 *globalA) {
  extern __shared__ float4 shPosition[];
  float3 acc = {0.0f, 0.0f, 0.0f};
  int gtid = blockIdx.x * blockDim.x + threadIdx.x;
  float4 myPosition = globalX[gtid];
  for (int i = 0, tile = 0; i < N; i += P, tile++) {
    int idx = tile * blockDim.x + threadIdx.x;
    shPosition[threadIdx.x] = globalX[idx];
    __syncthreads();
    acc = tile_calculation(myPosition, acc);
    __syncthreads();
  }
  globalA[gtid] = make_float4(acc.x, acc.y, acc.z, 0.0f);
}

__global__ void integrate(float4 *x, float4 *v, const float4 *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i].x += a[i].x * DT;
  v[i].y += a[i].y * DT;
  v[i].z += a[i].z * DT;
  x[i].x += v[i].x * DT;
  x[i].y += v[i].y * DT;
  x[i].z += v[i].z * DT;
}

// The same on the host, in double precision.
void reference(std::vector<double4> &x, std::vector<double4> &v) {
  std::vector<double4> a(N);
  for (int i = 0; i < N; ++i) {
    a[i] = make_double4(0, 0, 0, 0);
    for (int j = 0; j < N; ++j) {
      double rx = x[j].x - x[i].x, ry = x[j].y - x[i].y, rz = x[j].z - x[i].z;
      double square = rx * rx + ry * ry + rz * rz + EPS2;
      double s = x[j].w / (square * std::sqrt(square));
      a[i].x += rx * s;
      a[i].y += ry * s;
      a[i].z += rz * s;
    }
  }
  for (int i = 0; i < N; ++i) {
    v[i].x += a[i].x * DT;
    v[i].y += a[i].y * DT;
    v[i].z += a[i].z * DT;
    x[i].x += v[i].x * DT;
    x[i].y += v[i].y * DT;
    x[i].z += v[i].z * DT;
  }
}

int main() {
  std::vector<float4> x(N), v(N);
  std::vector<double4> exact_x(N), exact_v(N);
  unsigned state = 7;
  auto random = [&state] {
    state = state * 1664525u + 1013904223u;
    return static_cast<float>(state >> 8) / (1 << 24) * 2 - 1;
  };
  for (int i = 0; i < N; ++i) {
    x[i] = make_float4(random(), random(), random(), (random() + 1) / N);
    v[i] = make_float4(random() / 10, random() / 10, random() / 10, 0);
    exact_x[i] = make_double4(x[i].x, x[i].y, x[i].z, x[i].w);
    exact_v[i] = make_double4(v[i].x, v[i].y, v[i].z, 0);
  }
  float4 *dx, *dv, *da;
  size_t bytes = N * sizeof(float4);
  CHECK(cudaMalloc(&dx, bytes));
  CHECK(cudaMalloc(&dv, bytes));
  CHECK(cudaMalloc(&da, bytes));
  CHECK(cudaMemcpy(dx, x.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(dv, v.data(), bytes, cudaMemcpyHostToDevice));
  for (int step = 0; step < STEPS; ++step) {
    calculate_forces<<<N / P, P, P * sizeof(float4)>>>(dx, da);
    integrate<<<N / P, P>>>(dx, dv, da);
  }
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(x.data(), dx, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(v.data(), dv, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(dx));
  CHECK(cudaFree(dv));
  CHECK(cudaFree(da));

  for (int step = 0; step < STEPS; ++step)
    reference(exact_x, exact_v);
  double worst = 0, momentum = 0, exact_momentum = 0;
  for (int i = 0; i < N; ++i) {
    worst = std::fmax(worst, std::fabs(x[i].x - exact_x[i].x) + std::fabs(x[i].y - exact_x[i].y) +
                                 std::fabs(x[i].z - exact_x[i].z));
    momentum += static_cast<double>(v[i].x) * x[i].w;
    exact_momentum += exact_v[i].x * exact_x[i].w;
  }
  if (!(worst < 1e-5) || !(std::fabs(momentum - exact_momentum) < 1e-5)) {
    std::printf("FAIL nbody: a body is off by %g, the momentum by %g\n", worst, momentum - exact_momentum);
    return 1;
  }
  std::printf("PASS nbody n=%d steps=%d\n", N, STEPS);
  return 0;
}
