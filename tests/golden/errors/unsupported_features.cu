//# What is not there yet is named by a compile-time error, and the session goes on.
//@ expected_failures = { toolkit = "a toolkit's headers have these features" }
__global__ void t(float *to, const float *from) { __pm0(); }
//? cell 1:1:51: error: '__pm0<int>' is unavailable: `__pm0` (profiler triggers) is not in Chevron yet
//?     1 | __global__ void t(float *to, const float *from) { __pm0(); }
//?       |                                                   ^
#include <thrust/device_vector.h>
//? cell 1:1:10: error: `thrust/device_vector.h` is not there: Thrust is not in Chevron yet; `--headers toolkit` reads the header of an installed CUDA toolkit, on an NVIDIA GPU
//?     1 | #include <thrust/device_vector.h>
//?       |          ^
#include <cub/cub.cuh>
//? cell 1:1:10: error: `cub/cub.cuh` is not there: CUB is not in Chevron yet; `--headers toolkit` reads the header of an installed CUDA toolkit, on an NVIDIA GPU
//?     1 | #include <cub/cub.cuh>
//?       |          ^
1 + 1
//= (int) 2
