//# Template arguments of a kernel given by hand: types, numbers, enums, a template, and a default.
//@ hip = true
enum class Op { add, mul };
template <class T, int N = 4> __global__ void iota(T *v) { for (int i = threadIdx.x; i < N; i += blockDim.x) v[i] = T(i); }
template <Op op, class T> __global__ void fold(const T *v, int n, T *out) { T r = op == Op::add ? T(0) : T(1); for (int i = 0; i < n; ++i) if constexpr (op == Op::add) r += v[i]; else r *= v[i]; *out = r; }
template <template <class> class Box, class T> __global__ void boxed(T *out) { Box<T> b{T(9)}; *out = b.v; }
template <class T> struct Cell { T v; };
float *v, *out; cudaMallocManaged(&v, 6 * sizeof(float)); cudaMallocManaged(&out, sizeof(float));
iota<float><<<1, 2>>>(v); cudaDeviceSynchronize();
v
//= (float *) managed float[6] {0, 1, 2, 3, 0, 0}
iota<float, 6><<<1, 2>>>(v); fold<Op::add><<<1, 1>>>(v, 6, out);
*out
//= (float) 15.0f
fold<Op::mul, float><<<1, 1>>>(v + 1, 5, out);
*out
//= (float) 120.0f
boxed<Cell, float><<<1, 1>>>(out);
*out
//= (float) 9.0f
