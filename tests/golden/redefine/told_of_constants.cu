//# The value of a constant is built into older code: the session says into which. Tables of the host are followed by the host's code alone.
constexpr float DT = 0.1f;
float f() { return DT * 2; }
__global__ void k(float *o) { *o = DT; }
template <class T> T times(T x) { return x * DT; }
constexpr float DT = 0.5f;
//? note: the value that `DT` had is built into `f`, `k`, `times`: define again what is to have the new one
f()
//= (float) 0.2f
constexpr float DT = 0.5f;
float f() { return DT * 2; }
f()
//= (float) 1.0f
const double x = 2;
double fx() { return x; }
const double x = 3;
//? note: the value that `x` had is built into `fx`: define again what is to have the new one
const float cs[3] = {1, 2, 3};
__global__ void kg(float *o, int i) { *o = cs[i]; }
float hg(int i) { return cs[i]; }
float *o; cudaMallocManaged(&o, 4);
const float cs[3] = {4, 5, 6};
//? note: the value that `cs` had is built into `kg`: define again what is to have the new one
hg(1)
//= (float) 5.0f
kg<<<1, 1>>>(o, 1); cudaDeviceSynchronize(); *o
//= (float) 2.0f
