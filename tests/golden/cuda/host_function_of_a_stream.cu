//# Host functions of streams run between kernels, on a thread of the driver's.
//@ devices = ["cuda"]
__global__ void set(int *p) { *p += 2; }
void callback(void *p) { *(int *)p = 1; }
int *p; cudaMallocManaged(&p, sizeof(int)); cudaLaunchHostFunc(0, callback, p); set<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 3
