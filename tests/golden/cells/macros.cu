//# Macros of one cell expand in later ones, are redefined with `#undef`, and may hold a kernel or a launch.
#define SQUARE(x) ((x) * (x))
SQUARE(3 + 1)
//= (int) 16
#define MAP(name, expression) \
    __global__ void name(float *v) { float x = v[threadIdx.x]; v[threadIdx.x] = (expression); }
MAP(halve, x / 2) MAP(shift, x + 1)
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) printf("%s\n", cudaGetErrorString(e)); } while (0)
#include <cstdio>
float *v; CHECK(cudaMallocManaged(&v, 3 * sizeof(float))); v[0] = 1, v[1] = 2, v[2] = 3;
#define RUN(k) k<<<1, 3>>>(v); CHECK(cudaDeviceSynchronize())
RUN(shift); RUN(halve);
v
//= (float *) managed float[3] {1, 1.5, 2}
#undef SQUARE
#define SQUARE(x) (-1)
SQUARE(5)
//= (int) -1
#ifdef SQUARE
int defined = 1;
#else
int defined = 0;
#endif
defined
//= (int) 1
CHECK(cudaMemcpy(v, v, 1, (cudaMemcpyKind) 77));
//= invalid copy direction for memcpy
