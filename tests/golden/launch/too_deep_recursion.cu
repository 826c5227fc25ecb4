//# Recursion without end is an error of the launch, not a crash of the session.
//@ devices = ["cpu"]
__device__ int deeper(volatile int *p, int n) { volatile int frame[64]; frame[n % 64] = *p; return deeper(p, n + 1) + frame[n % 63]; }
__global__ void run(int *p) { *p = deeper(p, 0); }
int *p; cudaMallocManaged(&p, 4);
run<<<1, 1>>>(p);
//? error: cell 4: kernel `run` <<<(1,1,1), (1,1,1)>>>: cudaErrorHardwareStackError at block (0,0,0), thread (0,0,0)
//?   the thread used more stack than it has
//?   at cell 1:1 in `deeper`
1 + 1
//= (int) 2
