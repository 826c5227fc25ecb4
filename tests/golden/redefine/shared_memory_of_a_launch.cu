//# Each kernel sees the memory that the launch gives as it declares it, whatever another cell has called it.
int *p; cudaMallocManaged(&p, 4);
__global__ void a(int *p) { extern __shared__ int s[]; s[threadIdx.x] = 1 + threadIdx.x; __syncthreads(); *p = s[1]; }
__global__ void b(int *p) { extern __shared__ double s[]; s[threadIdx.x] = 2.5 * threadIdx.x; __syncthreads(); *p = 2 * s[1]; }
a<<<1, 2, 64>>>(p); cudaDeviceSynchronize(); *p
//= (int) 2
b<<<1, 2, 64>>>(p); cudaDeviceSynchronize(); *p
//= (int) 5
extern __shared__ double s[];
__global__ void c(int *p) { s[0] = 3; *p = s[0]; }
c<<<1, 1, 64>>>(p); cudaDeviceSynchronize(); *p
//= (int) 3
extern __shared__ char s[];
//? note: the `s` of cell 6 (`double[]`) is still used by `c`: its type has changed
__global__ void d(int *p) { s[0] = 4; *p = s[0]; }
d<<<1, 1, 64>>>(p); cudaDeviceSynchronize(); *p
//= (int) 4
c<<<1, 1, 64>>>(p); cudaDeviceSynchronize(); *p
//= (int) 3
