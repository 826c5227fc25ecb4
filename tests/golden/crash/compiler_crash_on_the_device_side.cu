//# Clang crashes when it reads a cell for the device, long after the host side of it was fine.
int first = 1;
int second() {
#ifdef __CUDA_ARCH__
#pragma clang __debug crash
#endif
  return 2;
}
second()
//= (int) 2
__global__ void k(int *p) { *p = 3; }
//? warning: device code cannot use cell 2
int *p; cudaMallocManaged(&p, sizeof(int)); k<<<1, 1>>>(p);
first + second() + *p
//= (int) 6
