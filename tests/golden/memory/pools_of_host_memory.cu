//# Pools of page-locked and of managed memory: a stream allocates what the host uses, too.
//@ devices = ["cpu"]
__global__ void add(int *p, int v) { p[threadIdx.x] += v; }
cudaStream_t s; cudaStreamCreate(&s); int have; cudaDeviceGetAttribute(&have, cudaDevAttrHostMemoryPoolsSupported, 0); have
//= (int) 1
cudaMemPool_t pool; cudaMemPoolProps props = {}; props.allocType = cudaMemAllocationTypePinned; props.location = {cudaMemLocationTypeHost, 0};
cudaMemPoolCreate(&pool, &props)
//= (cudaError_t) cudaSuccess
int *p; cudaMallocFromPoolAsync(&p, 32, pool, s)
//= (cudaError_t) cudaSuccess
cudaPointerAttributes which; cudaPointerGetAttributes(&which, p); which.type
//= (cudaMemoryType) cudaMemoryTypeHost
for (int i = 0; i < 8; ++i) p[i] = i;
add<<<1, 8, 0, s>>>(p, 40); cudaStreamSynchronize(s); p[2]
//= (int) 42
size_t used; cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used); used
//= (size_t) 512
cudaFreeAsync(p, s)
//= (cudaError_t) cudaSuccess
cudaStreamSynchronize(s); int *again; cudaMallocFromPoolAsync(&again, 32, pool, s); again == p
//= (bool) true
cudaFree(again)
//= (cudaError_t) cudaSuccess
// Who reaches it: the host, and those that are told.
cudaMemAccessFlags flags; cudaMemPoolGetAccess(&flags, pool, &props.location); flags
//= (cudaMemAccessFlags) cudaMemAccessFlagsProtReadWrite
cudaMemLocation device = {cudaMemLocationTypeDevice, 0}; cudaMemPoolGetAccess(&flags, pool, &device); flags
//= (cudaMemAccessFlags) cudaMemAccessFlagsProtNone
cudaMemAccessDesc access = {device, cudaMemAccessFlagsProtReadWrite}; cudaMemPoolSetAccess(pool, &access, 1)
//= (cudaError_t) cudaSuccess
cudaMemPoolGetAccess(&flags, pool, &device); flags
//= (cudaMemAccessFlags) cudaMemAccessFlagsProtReadWrite
access = {props.location, cudaMemAccessFlagsProtNone}; cudaMemPoolSetAccess(pool, &access, 1)
//= (cudaError_t) cudaErrorInvalidValue
// Pools that a place has.
cudaMemPool_t first, now; cudaMemGetDefaultMemPool(&first, &props.location, cudaMemAllocationTypePinned)
//= (cudaError_t) cudaSuccess
first == pool
//= (bool) false
cudaMemSetMemPool(&props.location, cudaMemAllocationTypePinned, pool)
//= (cudaError_t) cudaSuccess
cudaMemGetMemPool(&now, &props.location, cudaMemAllocationTypePinned); now == pool
//= (bool) true
cudaDeviceSetMemPool(0, pool)
//= (cudaError_t) cudaErrorInvalidValue
cudaMemPoolDestroy(first)
//= (cudaError_t) cudaErrorInvalidValue
cudaMemPoolDestroy(pool)
//= (cudaError_t) cudaSuccess
cudaMemGetMemPool(&now, &props.location, cudaMemAllocationTypePinned); now == first
//= (bool) true
// A node of the host's memory that is not there; handles for other processes; what a graph allocates.
props.location = {cudaMemLocationTypeHostNuma, 4711}; cudaMemPoolCreate(&pool, &props)
//= (cudaError_t) cudaErrorInvalidValue
props.location = {cudaMemLocationTypeHostNuma, 0}; cudaMemPoolCreate(&pool, &props)
//= (cudaError_t) cudaSuccess
props.handleTypes = cudaMemHandleTypePosixFileDescriptor; cudaMemPoolCreate(&now, &props)
//= (cudaError_t) cudaErrorNotSupported
cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); cudaMallocFromPoolAsync(&p, 32, pool, s)
//= (cudaError_t) cudaErrorNotSupported
cudaGraph_t graph; cudaStreamEndCapture(s, &graph);
// Managed memory.
cudaMemPool_t managed; props = {}; props.allocType = cudaMemAllocationTypeManaged; props.location = {cudaMemLocationTypeDevice, 0};
cudaMemPoolCreate(&managed, &props)
//= (cudaError_t) cudaSuccess
cudaMallocFromPoolAsync(&p, 32, managed, s); for (int i = 0; i < 8; ++i) p[i] = 2 * i;
add<<<1, 8, 0, s>>>(p, 1); cudaStreamSynchronize(s); p[7]
//= (int) 15
cudaPointerGetAttributes(&which, p); which.type
//= (cudaMemoryType) cudaMemoryTypeManaged
cudaFreeAsync(p, s); cudaMemPoolDestroy(managed)
//= (cudaError_t) cudaSuccess
