// A tree of points: each block of a launch is a node; it sorts its points into quarters and launches four blocks for them, from a template of the block's
// size.
#include <cstdio>
#include <vector>

#include "../cuda_check.h"

struct Node {
  float x, y, size;
  int begin, end;
  int children; // index of the first of four, or -1
};

const int DEPTH = 6, FEW = 8;

template <int THREADS>
__global__ void build(Node *nodes, int first, float2 *from, float2 *to, int *used, int depth) {
  __shared__ int counts[4], starts[4], next;
  Node &node = nodes[first + blockIdx.x];
  int n = node.end - node.begin;
  if (depth == DEPTH || n <= FEW) {
    // The points of all leaves end in the same array.
    if (depth % 2)
      for (int i = node.begin + threadIdx.x; i < node.end; i += THREADS)
        to[i] = from[i];
    return;
  }
  if (threadIdx.x < 4)
    counts[threadIdx.x] = 0;
  __syncthreads();
  float half = node.size / 2;
  auto quarter = [&](float2 p) { return (p.x >= node.x + half) + 2 * (p.y >= node.y + half); };
  for (int i = node.begin + threadIdx.x; i < node.end; i += THREADS)
    atomicAdd(&counts[quarter(from[i])], 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    int at = node.begin;
    for (int q = 0; q < 4; ++q) {
      starts[q] = at;
      at += counts[q];
    }
    next = atomicAdd(used, 4);
    node.children = next;
    for (int q = 0; q < 4; ++q)
      nodes[next + q] = {node.x + half * (q % 2), node.y + half * (q / 2), half, starts[q], starts[q] + counts[q], -1};
  }
  __syncthreads();
  for (int i = node.begin + threadIdx.x; i < node.end; i += THREADS)
    to[atomicAdd(&starts[quarter(from[i])], 1)] = from[i];
  __syncthreads();
  if (threadIdx.x == 0)
    build<THREADS><<<4, THREADS>>>(nodes, next, to, from, used, depth + 1);
}

static bool right(const Node *nodes, int at, const float2 *points, int &seen) {
  const Node &node = nodes[at];
  if (node.children < 0) {
    for (int i = node.begin; i < node.end; ++i, ++seen)
      if (points[i].x < node.x || points[i].x > node.x + node.size || points[i].y < node.y || points[i].y > node.y + node.size)
        return false;
    return true;
  }
  for (int q = 0; q < 4; ++q)
    if (!right(nodes, node.children + q, points, seen))
      return false;
  return nodes[node.children].begin == node.begin && nodes[node.children + 3].end == node.end;
}

int main() {
  const int n = 2000;
  Node *nodes;
  float2 *points, *other;
  int *used;
  CHECK(cudaMallocManaged(&nodes, 8192 * sizeof(Node)));
  CHECK(cudaMallocManaged(&points, n * sizeof(float2)));
  CHECK(cudaMallocManaged(&other, n * sizeof(float2)));
  CHECK(cudaMallocManaged(&used, sizeof(int)));
  for (int i = 0; i < n; ++i) {
    float x = (i * 7919 % 10007) / 10007.f, y = (i * 104729 % 10009) / 10009.f;
    points[i] = make_float2(x * x, y);
  }
  nodes[0] = {0, 0, 1, 0, n, -1};
  *used = 1;
  build<64><<<1, 64>>>(nodes, 0, points, other, used, 0);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  int seen = 0;
  bool good = right(nodes, 0, points, seen) && seen == n && *used > 100;
  if (!good)
    std::printf("%d points of %d, %d nodes\n", seen, n, *used);
  CHECK(cudaFree(nodes));
  CHECK(cudaFree(points));
  CHECK(cudaFree(other));
  CHECK(cudaFree(used));
  return !good;
}
