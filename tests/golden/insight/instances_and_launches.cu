//# The code of an instance, and of what a launch would run, is shown without anything being entered.
//@ devices = ["cpu", "cuda"]
template <class T> __global__ void twice(T *p) { p[threadIdx.x] *= 2; }
template <class F> __global__ void each(F f) { f(threadIdx.x); }
namespace inner { __global__ void one(int *p) { *p = 1; } }
float *p; cudaMallocManaged(&p, 4); *p = 3;
%ptx twice
//? error: `twice` is a template, not a kernel yet
//? hint: name an instance, `%ptx twice<float>`, or a launch, `%ptx twice<<<1, 32>>>(…)`
%ptx twice< double > -o a.ptx
//? note: `a.ptx` is written
!grep -c 'f64' a.ptx | grep -c '^[1-9]'
//= 1
%ptx twice<<<1, 1>>>(p) -o b.ptx
//? note: `b.ptx` is written
!grep -c -e 'add.*.f32' -e 'mul.*.f32' b.ptx
//= 1
*p
//= (float) 3.0f
%ptx one -o c.ptx
//? note: `c.ptx` is written
!grep -c 'st.global' c.ptx
//= 1
__device__ int seen;
%ptx each<<<1, 1>>>([] __device__(int i) { seen = i; }) -o d.ptx
//? note: `d.ptx` is written
!grep -c 'st.global' d.ptx
//= 1
twice<<<1, 1>>>(p);
%ptx twice -o e.ptx
//? note: `e.ptx` is written
!head -1 e.ptx
//= // twice<float>: PTX for sm_90
%who
//= kernels           inner::one
//= device variables  seen
//= variables         p
//= templates         twice, each
//= namespaces        inner
