//# Variables of which each file has its own, and inline ones, are defined again as often as one likes: device code goes on to the newest. Older code keeps constants.
static __device__ int n = 2;
const int h = 2;
inline __device__ int il = 2;
namespace A { static __device__ int q = 2; inline constexpr int r[2] = {2, 2}; }
static __constant__ int a1[2] = {1, 2}, a2 = 2;
__device__ int *first() { return &n; }
__device__ int sum() { return n + 10 * h + 100 * il + 1000 * A::q + 10000 * A::r[1] + 100000 * a1[1] + 1000000 * a2; }
__managed__ int result;
__global__ void k() { result = sum() * (first() == &n); }
k<<<1, 1>>>();
cudaDeviceSynchronize();
result
//= (int) 2222222
static __device__ int n = 3;
const int h = 3;
//? note: the value that `h` had is built into `sum`: define again what is to have the new one
inline __device__ int il = 3;
namespace A { static __device__ int q = 3; inline constexpr int r[2] = {3, 3}; }
//? note: the value that `A::r` had is built into `sum`: define again what is to have the new one
static __constant__ int a1[2] = {1, 3}, a2 = 3;
k<<<1, 1>>>();
cudaDeviceSynchronize();
result
//= (int) 3323323
static __device__ int n = 4;
const int h = 4;
//? note: the value that `h` had is built into `sum`: define again what is to have the new one
inline __device__ int il = 4;
namespace A { static __device__ int q = 4; inline constexpr int r[2] = {4, 4}; }
//? note: the value that `A::r` had is built into `sum`: define again what is to have the new one
static __constant__ int a1[2] = {1, 4}, a2 = 4;
k<<<1, 1>>>();
cudaDeviceSynchronize();
result
//= (int) 4424424
static __device__ int n = 5;
const int h = 5;
//? note: the value that `h` had is built into `sum`: define again what is to have the new one
inline __device__ int il = 5;
namespace A { static __device__ int q = 5; inline constexpr int r[2] = {5, 5}; }
//? note: the value that `A::r` had is built into `sum`: define again what is to have the new one
static __constant__ int a1[2] = {1, 5}, a2 = 5;
k<<<1, 1>>>();
cudaDeviceSynchronize();
result
//= (int) 5525525
