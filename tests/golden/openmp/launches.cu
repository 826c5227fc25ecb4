//# Threads of a parallel region launch kernels, and device code passes over the pragmas, as nvcc does.
#include <omp.h>
__global__ void add(int *to, int by) {
#pragma omp parallel for
  for (int i = 0; i < 2; ++i)
    atomicAdd(to, by);
}
int *total;
cudaMallocManaged(&total, sizeof *total);
*total = 0;
#pragma omp parallel num_threads(3)
{
  add<<<2, 4>>>(total, omp_get_thread_num() + 1);
#pragma omp barrier
#pragma omp single
  cudaDeviceSynchronize();
}
*total
//= (int) 96
// A kernel that is defined again is the new one in every thread.
__global__ void add(int *to, int by) { atomicAdd(to, -by); }
#pragma omp parallel for num_threads(2)
for (int i = 0; i < 4; ++i) add<<<1, 1>>>(total, i);
*total
//= (int) 90
__host__ __device__ int both(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += i;
  return sum;
}
__global__ void on_device(int *to) { *to = both(5); }
on_device<<<1, 1>>>(total);
cudaDeviceSynchronize();
*total - both(5)
//= (int) 0
