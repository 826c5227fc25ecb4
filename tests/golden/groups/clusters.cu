//# Blocks of a cluster run at the same time, wait for each other, and reach each other's shared memory.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
int *out; cudaMallocManaged(&out, 4096 * sizeof(int));
// Each block passes what it has to the next block of its cluster.
template <int N> __global__ void __cluster_dims__(N, 1, 1) pass_on(int *out) {
  __shared__ int mine[32];
  cg::cluster_group cluster = cg::this_cluster();
  mine[threadIdx.x] = blockIdx.x * 100 + threadIdx.x;
  cluster.sync();
  const int *theirs = cluster.map_shared_rank(mine, (cluster.block_rank() + 1) % cluster.num_blocks());
  out[blockIdx.x * 32 + threadIdx.x] = theirs[31 - threadIdx.x];
  cluster.sync();
}
pass_on<4><<<8, 32>>>(out); cudaDeviceSynchronize(); out[0] == 131 && out[3 * 32 + 31] == 0 && out[4 * 32] == 531 && out[7 * 32] == 431
//= (bool) true
pass_on<2><<<8, 32>>>(out); cudaDeviceSynchronize(); out[0] == 131 && out[32] == 31 && out[7 * 32 + 1] == 630
//= (bool) true
// Adding into another block's shared memory.
__global__ void __cluster_dims__(2, 2, 1) gather(int *out) {
  __shared__ int sum;
  auto cluster = cg::this_cluster();
  if (cluster.thread_rank() % (cluster.num_threads() / cluster.num_blocks()) == 0) sum = 0;
  auto token = cluster.barrier_arrive(); cluster.barrier_wait(std::move(token));
  atomicAdd(cluster.map_shared_rank(&sum, 0), 1 + (int)cluster.block_rank());
  cluster.barrier_arrive(); cluster.barrier_wait();
  if (cluster.block_rank() == 0 && threadIdx.x == 0) out[blockIdx.x / 2 + gridDim.x / 2 * (blockIdx.y / 2)] = sum;
}
gather<<<dim3(4, 4), 64>>>(out); cudaDeviceSynchronize(); out[0] == 640 && out[1] == 640 && out[2] == 640 && out[3] == 640
//= (bool) true
// Where a thread is, by groups and by intrinsics.
struct Place { dim3 index, extents, cluster, clusters; unsigned rank, blocks, specified, owner, threads, thread; };
__global__ void where(Place *places) {
  __shared__ int word;
  auto cluster = cg::this_cluster();
  word = 0;
  cluster.sync();
  if (threadIdx.x == 3) {
    void *far = __cluster_map_shared_rank(&word, (cluster.block_rank() + 2) % cluster.num_blocks());
    places[blockIdx.x + gridDim.x * blockIdx.y] = {__clusterRelativeBlockIdx(), __clusterDim(), __clusterIdx(), __clusterGridDimInClusters(),
      __clusterRelativeBlockRank(), __clusterSizeInBlocks(), __clusterDimIsSpecified(), __cluster_query_shared_rank(far), cluster.num_threads(), cluster.thread_rank()};
  }
  __cluster_barrier_arrive(); __cluster_barrier_wait();
}
Place *places; cudaMallocManaged(&places, 64 * sizeof(Place));
cudaLaunchConfig_t config = {}; config.gridDim = dim3(6, 4); config.blockDim = 32; cudaLaunchAttribute attribute[1]; config.attrs = attribute; config.numAttrs = 1;
attribute[0].id = cudaLaunchAttributeClusterDimension; attribute[0].val.clusterDim.x = 3; attribute[0].val.clusterDim.y = 2; attribute[0].val.clusterDim.z = 1;
cudaLaunchKernelEx(&config, where, places); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
auto show = [](const Place &p) { printf("(%u,%u) of (%u,%u); cluster (%u,%u) of (%u,%u); rank %u of %u; specified %u; owner %u; thread %u of %u\n", p.index.x, p.index.y, p.extents.x, p.extents.y, p.cluster.x, p.cluster.y, p.clusters.x, p.clusters.y, p.rank, p.blocks, p.specified, p.owner, p.thread, p.threads); };
show(places[0]); show(places[5 + 6 * 3]);
//= (0,0) of (3,2); cluster (0,0) of (2,2); rank 0 of 6; specified 1; owner 2; thread 3 of 192
//= (2,1) of (3,2); cluster (1,1) of (2,2); rank 5 of 6; specified 1; owner 1; thread 163 of 192
// Without clusters each block is one.
where<<<2, 32>>>(places); cudaDeviceSynchronize(); places[1].blocks == 1 && places[1].rank == 0 && places[1].owner == 0 && places[1].cluster.x == 1
//= (bool) true
// What does not fit is refused.
pass_on<4><<<6, 32>>>(out);
//? error: cell 18: kernel `pass_on<4>` <<<(6,1,1), (32,1,1)>>>: cudaErrorInvalidClusterSize
//?   grid of (6, 1, 1) blocks is not made of whole clusters of (4, 1, 1) blocks
// More than 8 blocks, where the kernel is allowed to.
pass_on<16><<<16, 32>>>(out);
//? error: cell 19: kernel `pass_on<16>` <<<(16,1,1), (32,1,1)>>>: cudaErrorInvalidClusterSize
//?   cluster of 16 blocks exceeds 8; `cudaFuncSetAttribute` with `cudaFuncAttributeNonPortableClusterSizeAllowed` allows 16
cudaFuncSetAttribute(pass_on<16>, cudaFuncAttributeNonPortableClusterSizeAllowed, 1)
//= (cudaError_t) cudaSuccess
pass_on<16><<<16, 32>>>(out); cudaDeviceSynchronize(); out[15 * 32] == 31 && out[0] == 131
//= (bool) true
// What is asked of a kernel.
cudaFuncAttributes facts; cudaFuncGetAttributes(&facts, pass_on<16>); printf("%d %d %d %d\n", facts.requiredClusterWidth, facts.requiredClusterHeight, facts.requiredClusterDepth, facts.nonPortableClusterSizeAllowed);
//= 16 1 1 1
int count; attribute[0].val.clusterDim.x = 2; attribute[0].val.clusterDim.y = 1;
cudaOccupancyMaxActiveClusters(&count, where, &config) == cudaSuccess && count > 0
//= (bool) true
cudaOccupancyMaxPotentialClusterSize(&count, where, &config) == cudaSuccess && count == 8
//= (bool) true
cudaDeviceProp prop; cudaGetDeviceProperties(&prop, 0); prop.clusterLaunch
//= (int) 1
// A cluster in a graph.
cudaStream_t stream; cudaStreamCreate(&stream); cudaGraph_t graph; config.gridDim = 4; config.stream = stream;
cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed); cudaLaunchKernelEx(&config, where, places); pass_on<2><<<4, 32, 0, stream>>>(out); cudaStreamEndCapture(stream, &graph)
//= (cudaError_t) cudaSuccess
cudaGraphExec_t exec; cudaGraphInstantiate(&exec, graph, 0); memset(places, 0, sizeof(Place)); out[0] = 0; cudaGraphLaunch(exec, stream); cudaStreamSynchronize(stream); places[0].blocks == 2 && out[0] == 131
//= (bool) true
