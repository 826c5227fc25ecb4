//# A device may be let into another one's pool.
//@ devices = ["cpu"]
//@ count = 2
__global__ void set(int *p, int v) { *p = v; }
cudaMemPool_t pool; cudaDeviceGetDefaultMemPool(&pool, 0);
cudaMemLocation first = {cudaMemLocationTypeDevice, 0}, second = {cudaMemLocationTypeDevice, 1};
cudaMemAccessFlags flags; cudaMemPoolGetAccess(&flags, pool, &second); flags
//= (cudaMemAccessFlags) cudaMemAccessFlagsProtNone
cudaMemAccessDesc access = {second, cudaMemAccessFlagsProtReadWrite}; cudaMemPoolSetAccess(pool, &access, 1)
//= (cudaError_t) cudaSuccess
cudaMemPoolGetAccess(&flags, pool, &second); flags
//= (cudaMemAccessFlags) cudaMemAccessFlagsProtReadWrite
int *p, back = 0; cudaMallocAsync(&p, 4, 0); cudaStreamSynchronize(0);
cudaSetDevice(1); set<<<1, 1>>>(p, 7); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
cudaMemcpy(&back, p, 4, cudaMemcpyDefault); back
//= (int) 7
access.flags = cudaMemAccessFlagsProtNone; cudaMemPoolSetAccess(pool, &access, 1)
//= (cudaError_t) cudaSuccess
cudaMemPoolGetAccess(&flags, pool, &second); flags
//= (cudaMemAccessFlags) cudaMemAccessFlagsProtNone
access = {first, cudaMemAccessFlagsProtNone}; cudaMemPoolSetAccess(pool, &access, 1)
//= (cudaError_t) cudaErrorInvalidValue
access = {{cudaMemLocationTypeHost, 0}, cudaMemAccessFlagsProtReadWrite}; cudaMemPoolSetAccess(pool, &access, 1)
//= (cudaError_t) cudaErrorInvalidValue
