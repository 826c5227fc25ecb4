//# Tables in constant and in managed memory hold addresses of device functions, too.
using fn = float (*)(float);
__device__ float twice(float x) { return 2 * x; }
__device__ float square(float x) { return x * x; }
__constant__ fn fixed[] = {twice, square};
__managed__ fn shared_with_host[2] = {square, twice};
__global__ void run(float *out, float x) { out[0] = fixed[0](x); out[1] = fixed[1](x); out[2] = shared_with_host[0](x); out[3] = shared_with_host[1](x); }
float *out; cudaMallocManaged(&out, 4 * sizeof(float));
run<<<1, 1>>>(out, 3); cudaDeviceSynchronize(); printf("%g %g %g %g\n", out[0], out[1], out[2], out[3]);
//= 6 9 9 6
fn first = shared_with_host[0]; shared_with_host[0] = shared_with_host[1]; shared_with_host[1] = first;
run<<<1, 1>>>(out, 3); cudaDeviceSynchronize(); printf("%g %g %g %g\n", out[0], out[1], out[2], out[3]);
//= 6 9 6 9
