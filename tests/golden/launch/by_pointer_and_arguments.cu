//# `cudaLaunchKernel` takes the kernel and an array of pointers to arguments; so does `cudaLaunchKernelEx` with a configuration.
struct Pair { double a; int b; };
__global__ void mixed(char c, Pair p, short s, int *out) { if (threadIdx.x == 0) out[blockIdx.x] = c + (int)p.a + p.b + s; }
int *out; cudaMallocManaged(&out, 16);
char c = 'A'; Pair pair = {2.75, 1000}; short s = -7; void *args[] = {&c, &pair, &s, &out};
cudaLaunchKernel((const void *)mixed, dim3(2), dim3(32), args, 0, 0)
//= (cudaError_t) cudaSuccess
cudaDeviceSynchronize(); printf("%d %d\n", out[0], out[1]);
//= 1060 1060
cudaLaunchConfig_t config = {}; config.gridDim = dim3(4); config.blockDim = dim3(1);
cudaLaunchKernelEx(&config, mixed, 1, Pair{1, 2}, 3, out)
//= (cudaError_t) cudaSuccess
cudaDeviceSynchronize(); out[3]
//= (int) 7
