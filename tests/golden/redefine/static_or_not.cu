//# `static`, `inline` and `extern "C"` make no other function or variable: callers follow from one to the other.
int g(int x) { return 1; }
int v = 1;
__device__ int d() { return 1; }
__device__ int dv = 1;
__global__ void k(int *out) { *out = d() + dv; }
static __global__ void other(int *out) { *out = 1; }
template <class T> T t(T x) { return 1; }
extern "C" int e() { return 1; }
extern "C" __global__ void ek(int *out) { *out = 1; }
int host() { return g(0) + v + t(0) + e(); }
int *out; cudaMallocManaged(&out, 12);
int device() { k<<<1, 1>>>(out); other<<<1, 1>>>(out + 1); ek<<<1, 1>>>(out + 2); cudaDeviceSynchronize(); return out[0] + out[1] + out[2]; }
host() * 100 + device()
//= (int) 404
static int g(int x) { return 2; }
static int v = 20;
static __device__ int d() { return 2; }
static __device__ int dv = 20;
__global__ void other(int *out) { *out = 200; }
template <class T> static T t(T x) { return 200; }
int e() { return 2000; }
__global__ void ek(int *out) { *out = 2000; }
host()
//= (int) 2222
device()
//= (int) 2222
// And back; declared before, as in a file.
int g(int x); int g(int x) { return 3; }
static int unused(int); static int v = 30;
inline __device__ int d() { return 3; }
__device__ int dv = 30;
static __global__ void other(int *out); static __global__ void other(int *out) { *out = 300; }
template <class T> T t(T x); template <class T> T t(T x) { return 300; }
extern "C" int e() { return 3000; }
extern "C" __global__ void ek(int *out) { *out = 3000; }
host()
//= (int) 3333
device()
//= (int) 3333
static int g(int x) { return 4; }
host()
//= (int) 3334
e() + g(0) + t(0) + v
//= (int) 3334
%who -d g
//= function      g     cell 34  int (int)  version 4
//= used by
//=   function    host  cell 10
//= uses nothing
