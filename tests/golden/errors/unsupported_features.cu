//# What is not there yet is named by a compile-time error, and the session goes on.
//@ expected_failures = { toolkit = "a toolkit's headers have these features" }
__global__ void t(cudaTextureObject_t t, float *o) { *o = tex2D<float>(t, 0, 0); }
//? cell 1:1:59: error: 'tex2D<float, unsigned long long, int, int>' is unavailable: `tex2D` (textures) is not in Chevron yet
//?     1 | __global__ void t(cudaTextureObject_t t, float *o) { *o = tex2D<float>(t, 0, 0); }
//?       |                                                           ^
//? /chevron/include/chevron/absent.h:85:10: note: 'tex2D<float, unsigned long long, int, int>' has been explicitly marked unavailable here
//?    85 | __CHV_NO(tex2D)
//?       |          ^
#include <thrust/device_vector.h>
//? In file included from cell 1:1:
//? /chevron/include/thrust/device_vector.h:2:2: error: Thrust is not in Chevron yet
//?     2 | #error Thrust is not in Chevron yet
//?       |  ^
#include <cub/cub.cuh>
//? In file included from cell 1:1:
//? /chevron/include/cub/cub.cuh:2:2: error: CUB is not in Chevron yet
//?     2 | #error CUB is not in Chevron yet
//?       |  ^
1 + 1
//= (int) 2
