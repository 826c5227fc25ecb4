//# A call that asks about a kernel without code fails, and the session tells why the kernel has none.
__device__ double nowhere(double);
template <class T> __global__ void k(T *p) { *p = nowhere(*p); }
cudaFuncAttributes facts; int blocks;
cudaFuncGetAttributes(&facts, k<double>) == cudaSuccess
//= (bool) false
//? note: cell 4: kernel `k<double>` has no code: `nowhere(double)` is used in device code and defined nowhere; define it and launch again
cudaFuncSetAttribute(k<double>, cudaFuncAttributePreferredSharedMemoryCarveout, 0) == cudaSuccess
//= (bool) false
//? note: cell 5: kernel `k<double>` has no code: `nowhere(double)` is used in device code and defined nowhere; define it and launch again
cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, k<double>, 32, 0) == cudaSuccess
//= (bool) false
//? note: cell 6: kernel `k<double>` has no code: `nowhere(double)` is used in device code and defined nowhere; define it and launch again
__device__ double nowhere(double x) { return x + 1; }
cudaFuncGetAttributes(&facts, k<double>) == cudaSuccess
//= (bool) true
double *p; cudaMallocManaged(&p, sizeof(double)); *p = 1;
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (double) 2.0
