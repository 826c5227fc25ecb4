//# Functors with state, and those of the standard library's kind, are passed by value to kernel templates.
//@ hip = true
struct Between { int low, high; __device__ bool operator()(int x) const { return low <= x && x < high; } };
template <class T> struct Plus { __host__ __device__ T operator()(T a, T b) const { return a + b; } };
template <class P> __global__ void count_if(const int *v, int n, P p, int *out) { int i = threadIdx.x; if (i < n && p(v[i])) atomicAdd(out, 1); }
template <class Op> __global__ void fold(const int *v, int n, Op op, int *out) { int r = v[0]; for (int i = 1; i < n; ++i) r = op(r, v[i]); *out = r; }
int *v, *out; cudaMallocManaged(&v, 5 * sizeof(int)); cudaMallocManaged(&out, sizeof(int)); *out = 0; for (int i = 0; i < 5; ++i) v[i] = i * i;
count_if<<<1, 32>>>(v, 5, Between{1, 10}, out);
*out
//= (int) 3
fold<<<1, 1>>>(v, 5, Plus<int>{}, out);
*out
//= (int) 30
