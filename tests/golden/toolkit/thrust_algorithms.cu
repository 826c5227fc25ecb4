//# Thrust: vectors on the device, sort, and transform_reduce with a lambda of the user's.
//@ devices = ["toolkit"]
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
#include <thrust/functional.h>
thrust::host_vector<int> h(50000); for (int i = 0; i < 50000; ++i) h[i] = (i * 7919) % 50000;
thrust::device_vector<int> d = h; thrust::sort(d.begin(), d.end());
thrust::host_vector<int> back = d; bool sorted = true; for (int i = 0; i < 50000; ++i) sorted &= back[i] == i;
sorted
//= (bool) true
struct Square { __host__ __device__ long long operator()(int v) const { return 1LL * v * v; } };
thrust::transform_reduce(d.begin(), d.begin() + 1000, Square(), 0LL, thrust::plus<long long>())
//= (long long) 332833500
