//# Device function templates and class templates of earlier cells are instantiated by kernels of later ones.
template <class T> __device__ T clamped(T x, T low, T high) { return x < low ? low : x > high ? high : x; }
template <int N> struct Poly { float c[N]; __device__ float operator()(float x) const { float y = 0; for (int i = N; i--;) y = y * x + c[i]; return y; } };
template <class T> __device__ T total = T(1);
__global__ void k(float *out, Poly<3> p) { out[0] = clamped(5, 0, 3); out[1] = clamped(-0.5f, 0.f, 1.f); out[2] = p(2) * total<float>; total<float> += 1; }
float *out; cudaMallocManaged(&out, 3 * sizeof(float)); k<<<1, 1>>>(out, Poly<3>{1, 2, 3}); k<<<1, 1>>>(out, Poly<3>{1, 2, 3});
out
//= (float *) managed float[3] {3, 0, 34}
