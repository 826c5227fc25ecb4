//# Pools of page-locked and of managed memory: a stream allocates what the host uses, too.
//@ devices = ["cpu"]
__global__ void add(int *p, int v) { p[threadIdx.x] += v; }
cudaStream_t s; cudaStreamCreate(&s); int have; cudaDeviceGetAttribute(&have, cudaDevAttrHostMemoryPoolsSupported, 0); have
cudaMemPool_t pool; cudaMemPoolProps props = {}; props.allocType = cudaMemAllocationTypePinned; props.location = {cudaMemLocationTypeHost, 0};
cudaMemPoolCreate(&pool, &props)
int *p; cudaMallocFromPoolAsync(&p, 32, pool, s)
cudaPointerAttributes which; cudaPointerGetAttributes(&which, p); which.type
for (int i = 0; i < 8; ++i) p[i] = i;
add<<<1, 8, 0, s>>>(p, 40); cudaStreamSynchronize(s); p[2]
size_t used; cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used); used
cudaFreeAsync(p, s)
cudaStreamSynchronize(s); int *again; cudaMallocFromPoolAsync(&again, 32, pool, s); again == p
cudaFree(again)
// Who reaches it: the host, and those that are told.
cudaMemAccessFlags flags; cudaMemPoolGetAccess(&flags, pool, &props.location); flags
cudaMemLocation device = {cudaMemLocationTypeDevice, 0}; cudaMemPoolGetAccess(&flags, pool, &device); flags
cudaMemAccessDesc access = {device, cudaMemAccessFlagsProtReadWrite}; cudaMemPoolSetAccess(pool, &access, 1)
cudaMemPoolGetAccess(&flags, pool, &device); flags
access = {props.location, cudaMemAccessFlagsProtNone}; cudaMemPoolSetAccess(pool, &access, 1)
// Pools that a place has.
cudaMemPool_t first, now; cudaMemGetDefaultMemPool(&first, &props.location, cudaMemAllocationTypePinned)
first == pool
cudaMemSetMemPool(&props.location, cudaMemAllocationTypePinned, pool)
cudaMemGetMemPool(&now, &props.location, cudaMemAllocationTypePinned); now == pool
cudaDeviceSetMemPool(0, pool)
cudaMemPoolDestroy(first)
cudaMemPoolDestroy(pool)
cudaMemGetMemPool(&now, &props.location, cudaMemAllocationTypePinned); now == first
// A node of the host's memory that is not there; handles for other processes; what a graph allocates.
props.location = {cudaMemLocationTypeHostNuma, 4711}; cudaMemPoolCreate(&pool, &props)
props.location = {cudaMemLocationTypeHostNuma, 0}; cudaMemPoolCreate(&pool, &props)
props.handleTypes = cudaMemHandleTypePosixFileDescriptor; cudaMemPoolCreate(&now, &props)
cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); cudaMallocFromPoolAsync(&p, 32, pool, s)
cudaGraph_t graph; cudaStreamEndCapture(s, &graph);
// Managed memory.
cudaMemPool_t managed; props = {}; props.allocType = cudaMemAllocationTypeManaged; props.location = {cudaMemLocationTypeDevice, 0};
cudaMemPoolCreate(&managed, &props)
cudaMallocFromPoolAsync(&p, 32, managed, s); for (int i = 0; i < 8; ++i) p[i] = 2 * i;
add<<<1, 8, 0, s>>>(p, 1); cudaStreamSynchronize(s); p[7]
cudaPointerGetAttributes(&which, p); which.type
cudaFreeAsync(p, s); cudaMemPoolDestroy(managed)
