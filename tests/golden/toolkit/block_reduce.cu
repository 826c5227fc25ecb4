//# CUB's collectives of a block: real headers, shared storage of a type that CUB computes, kernels that are templates.
//@ devices = ["toolkit"]
#include <cub/cub.cuh>
template <int threads> __global__ void total(const int *in, int *out) { using Reduce = cub::BlockReduce<int, threads>; __shared__ typename Reduce::TempStorage storage; int sum = Reduce(storage).Sum(in[threadIdx.x]); if (threadIdx.x == 0) *out = sum; }
int *p; cudaMallocManaged(&p, 129 * sizeof(int)); for (int i = 0; i < 128; ++i) p[i] = i;
total<128><<<1, 128>>>(p, p + 128);
p[128]
//= (int) 8128
