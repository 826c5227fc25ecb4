//# A device may be let into another one's pool.
//@ devices = ["cpu"]
//@ count = 2
__global__ void set(int *p, int v) { *p = v; }
cudaMemPool_t pool; cudaDeviceGetDefaultMemPool(&pool, 0);
cudaMemLocation first = {cudaMemLocationTypeDevice, 0}, second = {cudaMemLocationTypeDevice, 1};
cudaMemAccessFlags flags; cudaMemPoolGetAccess(&flags, pool, &second); flags
cudaMemAccessDesc access = {second, cudaMemAccessFlagsProtReadWrite}; cudaMemPoolSetAccess(pool, &access, 1)
cudaMemPoolGetAccess(&flags, pool, &second); flags
int *p, back = 0; cudaMallocAsync(&p, 4, 0); cudaStreamSynchronize(0);
cudaSetDevice(1); set<<<1, 1>>>(p, 7); cudaDeviceSynchronize()
cudaMemcpy(&back, p, 4, cudaMemcpyDefault); back
access.flags = cudaMemAccessFlagsProtNone; cudaMemPoolSetAccess(pool, &access, 1)
cudaMemPoolGetAccess(&flags, pool, &second); flags
access = {first, cudaMemAccessFlagsProtNone}; cudaMemPoolSetAccess(pool, &access, 1)
access = {{cudaMemLocationTypeHost, 0}, cudaMemAccessFlagsProtReadWrite}; cudaMemPoolSetAccess(pool, &access, 1)
