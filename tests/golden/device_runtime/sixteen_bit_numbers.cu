//# Conversions to and from the compiler's own types of 16 bits are there on every device, from each type of number.
__global__ void bfloats(__bf16 *b, float *f, double *d) { b[0] = (__bf16)f[0]; b[1] = (__bf16)d[0]; f[1] = (float)b[0]; d[1] = (double)b[1]; b[2] = b[0] * b[1] + b[0]; f[2] = (float)b[2]; }
__global__ void halves(_Float16 *h, float *f, double *d) { h[0] = (_Float16)f[0]; h[1] = (_Float16)d[0]; f[1] = (float)h[0]; d[1] = (double)h[1]; h[2] = h[0] * h[1] + h[0]; f[2] = (float)h[2]; }
float *f; cudaMallocManaged(&f, 64); double *d; cudaMallocManaged(&d, 64); void *h; cudaMallocManaged(&h, 64);
f[0] = 1.51171875f, d[0] = -3.001953125;
bfloats<<<1, 1>>>((__bf16 *)h, f, d); (int)cudaDeviceSynchronize()
//= (int) 0
f[1]
//= (float) 1.515625f
d[1]
//= (double) -3.0
f[2]
//= (float) -3.03125f
halves<<<1, 1>>>((_Float16 *)h, f, d); (int)cudaDeviceSynchronize()
//= (int) 0
f[1]
//= (float) 1.5117188f
d[1]
//= (double) -3.001953125
f[2]
//= (float) -3.0273438f
