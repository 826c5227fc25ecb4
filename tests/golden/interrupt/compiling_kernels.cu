//# A launch that waits for a kernel to be compiled is stopped, and so is the compilation: the kernel says so until it is defined again.
int x = 1;
#define S0 a = a * 3 + b; b ^= a >> 3; if (a & 64) b += p[a & 31];
#define S1 S0 S0 S0 S0 S0 S0 S0 S0
#define S2 S1 S1 S1 S1 S1 S1 S1 S1
#define S3 S2 S2 S2 S2 S2 S2 S2 S2
#define S4 S3 S3 S3 S3 S3 S3 S3 S3
int *p; cudaMallocManaged(&p, 32 * sizeof(int)); p[0] = 5;
__global__ void big(int *p) { int a = p[0], b = p[1]; S4 S4 S4 p[0] = a + b; } big<<<1, 1>>>(p); x = 2;;
//! interrupt after 50 ms
//? error: cell 8 was interrupted while kernel `big` was compiled, which is given up; the cell's state is kept
//? hint: define the kernel again to launch it
x
//= (int) 1
big<<<1, 1>>>(p);
//? error: cell 10: kernel `big` <<<(1,1,1), (1,1,1)>>>: cudaErrorInvalidDeviceFunction
//?   its compilation was interrupted; define it again
__global__ void big(int *p) { p[0] += 2; }
big<<<1, 1>>>(p); cudaDeviceSynchronize(); p[0]
//= (int) 7
