//# Virtual functions of classes of earlier cells are called in a kernel through a reference to the base.
struct Base { __device__ virtual int id() const { return 1; } }; struct Derived : Base { __device__ int id() const override { return 2; } };
__device__ int ask(const Base &b) { return b.id(); }
__global__ void k(int *out) { Base base; Derived derived; *out = 10 * ask(base) + ask(derived); }
int *out; cudaMallocManaged(&out, sizeof(int)); k<<<1, 1>>>(out);
*out
//= (int) 12
