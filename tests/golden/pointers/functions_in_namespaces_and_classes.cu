//# Static members, functions of namespaces and overloads: the type of the pointer chooses.
namespace math { __device__ int cube(int x) { return x * x * x; } __device__ double cube(double x) { return -x * x * x; } }
struct Tools { static __device__ int neg(int x) { return -x; } };
__device__ int (*of_int[])(int) = {math::cube, &Tools::neg};
__device__ double (*of_double)(double) = math::cube;
__global__ void run() { printf("%d %d %g\n", of_int[0](3), of_int[1](3), of_double(3)); }
run<<<1, 1>>>(); (int)cudaDeviceSynchronize()
//= 27 -3 -27
//= (int) 0
