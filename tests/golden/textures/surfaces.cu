//# A surface is read and written by kernels; across, its places are bytes. What is beyond its border is zero, or the nearest one inside.
#include <vector>
cudaChannelFormatDesc format = cudaCreateChannelDesc<int>(); cudaArray_t array; cudaMallocArray(&array, &format, 4, 2, cudaArraySurfaceLoadStore);
cudaResourceDesc what = {}; what.resType = cudaResourceTypeArray; what.res.array.array = array; cudaSurfaceObject_t surface; cudaCreateSurfaceObject(&surface, &what)
//= (cudaError_t) cudaSuccess
__global__ void write(cudaSurfaceObject_t s) { int x = threadIdx.x, y = threadIdx.y; surf2Dwrite(10 * y + x, s, x * 4, y); }
write<<<1, dim3(4, 2)>>>(surface);
int host[8]; cudaMemcpy2DFromArray(host, 16, array, 0, 0, 16, 2, cudaMemcpyDeviceToHost); host
//= (int[8]) {0, 1, 2, 3, 10, 11, 12, 13}
__global__ void read(cudaSurfaceObject_t s, cudaSurfaceBoundaryMode mode, int *out) { out[threadIdx.x] = surf2Dread<int>(s, ((int)threadIdx.x - 1) * 4, 1, mode); }
int *out; cudaMallocManaged(&out, 6 * sizeof(int)); read<<<1, 6>>>(surface, cudaBoundaryModeZero, out); cudaDeviceSynchronize(); std::vector<int>(out, out + 6)
//= (std::vector<int>) {0, 10, 11, 12, 13, 0}
read<<<1, 6>>>(surface, cudaBoundaryModeClamp, out); cudaDeviceSynchronize(); std::vector<int>(out, out + 6)
//= (std::vector<int>) {10, 10, 11, 12, 13, 13}
cudaDestroySurfaceObject(surface)
//= (cudaError_t) cudaSuccess
