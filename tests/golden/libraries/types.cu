//# Types come with what declares a library: classes with members, templates, enums, aliases, namespaces, constants.
namespace geo {
enum class Axis { X, Y };
template <class T> struct Pair { T first, second; __device__ T sum() const { return first + second; } };
using Real = float;
constexpr int N = 4;
struct Box { Pair<Real> sides[N]; Box *next; Axis axis; __device__ Real area(int i) const; };
__device__ Real Box::area(int i) const { return sides[i].first * sides[i].second; }
__device__ Real total(const Box &box) { Real all = 0; for (int i = 0; i < N; ++i) all += box.area(i); return all; }
}
__global__ void measure(geo::Box box, float *out) { *out = geo::total(box) + box.sides[0].sum(); }
%save --lib geo.bc
//? note: `geo.bc` has 1 kernel: `measure`; 1 function: `geo::total`
//? note: it is for the CPU device, NVIDIA GPUs, AMD GPUs
%reset
%load geo.bc
geo::Box box = {{{1, 2}, {3, 4}, {0, 0}, {5, 6}}, nullptr, geo::Axis::Y}; float *out; cudaMallocManaged(&out, 4);
measure<<<1, 1>>>(box, out); cudaDeviceSynchronize(); *out
//= (float) 47.0f
__global__ void own(geo::Box box, float *out) { *out = box.area(1); }
own<<<1, 1>>>(box, out); cudaDeviceSynchronize(); *out
//= (float) 12.0f
