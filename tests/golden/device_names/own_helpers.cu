//# A program may have its own functions of names that CUDA leaves to the host's compiler, or does not have.
//@ devices = ["cpu"]
__global__ void before(unsigned *out) { out[0] = umin(5u, 3u), out[1] = umax(5u, 3u), out[2] = __globaltimer() != 0; }
unsigned *out; cudaMallocManaged(&out, 12);
before<<<1, 1>>>(out);
cudaDeviceSynchronize(); out[0] * 100 + out[1] * 10 + out[2]
//= (unsigned int) 351
static unsigned umin(unsigned a, unsigned b) { return (a < b ? a : b) + 1000; }
static inline long long llmax(long long a, long long b) { return -(a > b ? a : b); }
umin(7u, 9u)
//= (unsigned int) 1007
llmax(4, 6)
//= (long long) -6
__device__ unsigned long long __globaltimer() { return 77; }
__device__ unsigned long long globaltimer() { return 78; }
__global__ void after(unsigned *out) { out[0] = __globaltimer(), out[1] = globaltimer(), out[2] = umax(1u, 2u); }
after<<<1, 1>>>(out);
cudaDeviceSynchronize(); out[0] * 10000 + out[1] * 100 + out[2]
//= (unsigned int) 777802
