//# A thread that sleeps is away for as long as it says, and others go on meanwhile.
//@ devices = ["cpu"]
//@ mistakes = true
__global__ void nap(unsigned ns, long long *took) { long long begin = __chv_global_timer(); __nanosleep(ns); if (threadIdx.x == 0) *took = __chv_global_timer() - begin; }
long long *took; cudaMallocManaged(&took, sizeof(long long));
nap<<<1, 1>>>(30000000, took);
*took >= 30000000
//= (bool) true
nap<<<2, 96>>>(20000000, took);
*took >= 20000000
//= (bool) true
__global__ void hand_over(volatile int *p) { if (threadIdx.x == 0) { while (p[0] == 0) __nanosleep(1000); p[1] = 2; } else { __nanosleep(5000000); p[0] = 1; } }
int *p; cudaMallocManaged(&p, 2 * sizeof(int)); p[0] = p[1] = 0;
hand_over<<<1, 2>>>(p);
p[1]
//= (int) 2
