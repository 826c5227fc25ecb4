//# HIP's atomics of float and double: beyond CUDA's, and a program's own of the same name.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
//@ devices = ["cpu", "cuda", "hip"]
#include <hip/hip_runtime.h>
template <class T> __global__ void extremes(T *x) {
  T value = (T)((threadIdx.x * 37) % 64) - 20.5f;
  atomicMin(&x[0], value), atomicMax(&x[1], value);
  atomicMin_system(&x[2], value), unsafeAtomicMax(&x[3], value);
  safeAtomicMin(&x[4], value), safeAtomicAdd(&x[5], 1);
  atomicSub(&x[6], 2);
}
float *f; hipMalloc(&f, 7 * sizeof(float)); hipMemset(f, 0, 7 * sizeof(float));
double *d; hipMalloc(&d, 7 * sizeof(double)); hipMemset(d, 0, 7 * sizeof(double));
extremes<<<2, 64>>>(f);
f
//= (float *) device float[7] {-20.5, 42.5, -20.5, 42.5, -20.5, 128, -256}
extremes<<<2, 64>>>(d);
d
//= (double *) device double[7] {-20.5, 42.5, -20.5, 42.5, -20.5, 128, -256}
// Each takes what another left: in all, every value once.
template <class T> __global__ void passed_on(T *place, T *sum) { atomicAdd(sum, atomicExch(place, (T)(threadIdx.x + 1))); }
passed_on<<<1, 32>>>(d, d + 5);
hipDeviceSynchronize();
double place, sum; hipMemcpy(&place, d, 8, hipMemcpyDefault); hipMemcpy(&sum, d + 5, 8, hipMemcpyDefault);
place + sum
//= (double) 635.5
__global__ void claim(float *x, int *winners) { if (atomicCAS(x, 42.5f, 7.0f) == 42.5f) atomicAdd(winners, 1); }
float *flag; hipMalloc(&flag, 4); float start = 42.5f; hipMemcpy(flag, &start, 4, hipMemcpyDefault);
int *winners; hipMalloc(&winners, 4); hipMemset(winners, 0, 4);
claim<<<4, 32>>>(flag, winners);
flag
//= (float *) device float[1] {7}
winners
//= (int *) device int[1] {1}
__device__ float atomicMax(float *p, float v) { *p = v + 1000; return v; }
__global__ void own(float *x) { atomicMax(x, 1.0f); }
own<<<1, 1>>>(flag);
flag
//= (float *) device float[1] {1001}
