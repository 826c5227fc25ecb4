//# Integers of 128 bits are multiplied, divided and made of and to floating point numbers on every device as on the host.
typedef __int128 wide; typedef unsigned __int128 uwide;
__host__ __device__ inline bool work(const wide *x, wide *y, double *d, float *f) { y[0] = x[0] / x[1], y[1] = x[0] % x[1], y[2] = (uwide)x[0] / (uwide)x[1], y[3] = (uwide)x[0] % (uwide)x[1]; d[0] = x[0], d[1] = (uwide)x[0], f[0] = x[0], f[1] = (uwide)x[0]; y[4] = d[2], y[5] = f[2], y[6] = (uwide)d[2], y[7] = (uwide)f[2]; y[8] = x[0] << (int)(x[1] & 63), y[9] = x[0] >> (int)(x[1] & 63); return __builtin_mul_overflow(x[0], x[1], &y[10]); }
__global__ void on_device(const wide *x, wide *y, double *d, float *f, int *over) { *over = work(x, y, d, f); }
wide *x, *y; double *d; float *f; int *over; cudaMallocManaged(&x, 64); cudaMallocManaged(&y, 256); cudaMallocManaged(&d, 64); cudaMallocManaged(&f, 64); cudaMallocManaged(&over, 4);
int same(wide a, wide b) { x[0] = a, x[1] = b; d[2] = 1.2345e30, f[2] = 7.5e20f; on_device<<<1, 1>>>(x, y, d, f, over); if (cudaDeviceSynchronize()) return -1; wide z[11]; double e[3] = {0, 0, d[2]}; float g[3] = {0, 0, f[2]}; bool o = work(x, z, e, g); return !memcmp(z, y, sizeof z) && e[0] == d[0] && e[1] == d[1] && g[0] == f[0] && g[1] == f[1] && o == *over; }
same(((wide)1 << 100) + 12345, 987654321)
//= (int) 1
same(-((wide)7 << 90) - 3, ((wide)1 << 65) + 11)
//= (int) 1
same(((wide)0x1fffffffffffff << 40) + ((wide)1 << 39), -5)
//= (int) 1
same(17, -3)
//= (int) 1
