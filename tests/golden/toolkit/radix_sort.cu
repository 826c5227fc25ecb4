//# CUB's device-wide sort: it asks for attributes and occupancy of its kernels and launches several of them.
//@ devices = ["toolkit"]
#include <cub/cub.cuh>
const int n = 100000; unsigned *in, *out; cudaMallocManaged(&in, n * 4); cudaMallocManaged(&out, n * 4);
for (unsigned i = 0, x = 12345; i < n; ++i) in[i] = (x = x * 1664525u + 1013904223u);
size_t bytes = 0; cub::DeviceRadixSort::SortKeys(nullptr, bytes, in, out, n)
//= (cudaError_t) cudaSuccess
void *storage; cudaMalloc(&storage, bytes); cub::DeviceRadixSort::SortKeys(storage, bytes, in, out, n)
//= (cudaError_t) cudaSuccess
cudaDeviceSynchronize();
bool sorted = true; for (int i = 1; i < n; ++i) sorted &= out[i - 1] <= out[i];
sorted
//= (bool) true
