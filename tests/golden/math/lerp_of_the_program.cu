//# A program's own `lerp` beside <math.h>, which has one in C++20: `helper_math.h` of NVIDIA's samples defines it.
#include <math.h>
inline __device__ __host__ float lerp(float a, float b, float t) { return a + t * (b - a); }
lerp(1.0f, 3.0f, 0.25f)
//= (float) 1.5f
std::lerp(1.0f, 3.0f, 0.75f)
//= (float) 2.5f
__global__ void k(float *p) { *p = lerp(1.0f, 3.0f, sqrtf(*p)); }
float *p; cudaMallocManaged(&p, 4); *p = 0.25f;
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (float) 2.0f
