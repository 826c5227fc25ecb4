//# A kernel that sleeps, in one thread or in many, is stopped in the middle of it.
//@ devices = ["cpu"]
__global__ void nap(int *p) { __nanosleep(4000000000u); __nanosleep(4000000000u); __nanosleep(4000000000u); *p = 1; }
int *p; cudaMallocManaged(&p, sizeof(int)); *p = 5;
nap<<<1, 1>>>(p);;
//! interrupt after 200 ms
//? error: cell 3 was interrupted in kernel `nap` <<<(1,1,1), (1,1,1)>>>; its state is kept
nap<<<3, 70>>>(p);;
//! interrupt after 200 ms
//? error: cell 4 was interrupted in kernel `nap` <<<(3,1,1), (70,1,1)>>>; its state is kept
*p
//= (int) 5
