//# A function-local static of device code keeps its value from launch to launch, for all kernels that call the function.
__device__ int ticket() { static int next = 10; return atomicAdd(&next, 1); }
__global__ void a(int *out) { *out = ticket(); }
__global__ void b(int *out) { *out = 1000 + ticket(); }
int *out; cudaMallocManaged(&out, sizeof(int)); a<<<1, 1>>>(out); cudaDeviceSynchronize();
*out
//= (int) 10
b<<<1, 1>>>(out);
*out
//= (int) 1011
a<<<1, 1>>>(out);
*out
//= (int) 12
