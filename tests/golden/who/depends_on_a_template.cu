//# Instances of a kernel template are listed as kernels where they are compiled again, and only then.
template <typename T> __device__ T half(T x) { return x / 2; }
template <typename T> __global__ void apply(T *p) { *p = half(*p); }
%who -d half
//= template      half   cell 1  T (T)
//= used by
//=   template    apply  cell 2
//= uses nothing
int *p; cudaMallocManaged(&p, 4);
apply<<<1, 1>>>(p);
%who -d half
//= template      half        cell 1  T (T)
//= used by
//=   template    apply       cell 2
//=   kernel      apply<int>          is compiled again when it changes
//= uses nothing
%who -d apply
//= template    apply       cell 2  void (T *)
//= used by
//=   kernel    apply<int>          is compiled again when it changes
//= uses
//=   template  half        cell 1  T (T)
