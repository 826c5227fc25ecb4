//# Dynamic shared memory has the size of the launch, differs from launch to launch, and is named at will in each kernel.
//@ hip = true
__global__ void rotate(int *v, int n) { extern __shared__ int s[]; int t = threadIdx.x; s[t] = v[t]; __syncthreads(); v[t] = s[(t + 1) % n]; }
__global__ void spread(double *v) { extern __shared__ double elsewhere[]; if (threadIdx.x == 0) elsewhere[blockDim.x - 1] = 2.5; __syncthreads(); v[threadIdx.x] = elsewhere[blockDim.x - 1]; }
int *v; cudaMallocManaged(&v, 6 * sizeof(int)); for (int i = 0; i < 6; ++i) v[i] = i;
rotate<<<1, 6, 6 * sizeof(int)>>>(v, 6); cudaDeviceSynchronize();
v
//= (int *) managed int[6] {1, 2, 3, 4, 5, 0}
rotate<<<1, 3, 3 * sizeof(int)>>>(v, 3); cudaDeviceSynchronize();
v
//= (int *) managed int[6] {2, 3, 1, 4, 5, 0}
double *d; cudaMallocManaged(&d, 2 * sizeof(double)); spread<<<1, 2, 2 * sizeof(double)>>>(d);
d
//= (double *) managed double[2] {2.5, 2.5}
