//# `cudaMallocAsync` and `cudaFreeAsync` in a stream's order, from the default pool and from an own one.
//@ hip = true
__global__ void set(int *p, int v) { p[threadIdx.x] = v; }
cudaStream_t s; cudaStreamCreate(&s);
int *p, back[8]; cudaMallocAsync(&p, 32, s);
set<<<1, 8, 0, s>>>(p, 9); cudaMemcpyAsync(back, p, 32, cudaMemcpyDeviceToHost, s); cudaFreeAsync(p, s);
cudaStreamSynchronize(s)
//= (cudaError_t) cudaSuccess
back[7]
//= (int) 9
cudaMemPool_t pool; cudaMemPoolProps props = {}; props.allocType = cudaMemAllocationTypePinned; props.location = {cudaMemLocationTypeDevice, 0};
cudaMemPoolCreate(&pool, &props)
//= (cudaError_t) cudaSuccess
cudaMallocFromPoolAsync(&p, 1000, pool, s)
//= (cudaError_t) cudaSuccess
cudaStreamSynchronize(s);
unsigned long long used; cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used); used >= 1000
//= (bool) true
cudaFreeAsync(p, s); cudaStreamSynchronize(s); cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used); used
//= (unsigned long long) 0
cudaMemPoolDestroy(pool)
//= (cudaError_t) cudaSuccess
