// Clusters of blocks: where a thread is in its own, their barrier, and each other's shared memory. As CUDA has them from compute capability 9.0 on.
#pragma once

#include "primitives.h"

#if defined(__CHV_NVPTX__) && __CUDA_ARCH__ < 900
#define __CHV_CLUSTER_NEEDS __attribute__((__unavailable__("thread block clusters need a GPU of compute capability 9.0")))
#define __CHV_CLUSTER __CHV_DEVICE __CHV_CLUSTER_NEEDS
#define __CHV_CLUSTER_MEMBER __inline__ __device__ __attribute__((__always_inline__, __nodebug__)) __CHV_CLUSTER_NEEDS
#else
#define __CHV_CLUSTER __CHV_DEVICE
#define __CHV_CLUSTER_MEMBER __inline__ __device__ __attribute__((__always_inline__, __nodebug__))
#endif

#ifdef __CHV_NVPTX__
#if __CUDA_ARCH__ >= 900
#define __CHV_OF_CLUSTER(code) code
#else
#define __CHV_OF_CLUSTER(code) __chv_trap()
#endif
__CHV_DEVICE unsigned __chv_cluster_extent(unsigned __axis) {
  unsigned __extent = 1;
  __CHV_OF_CLUSTER(__extent = __axis == 0   ? __nvvm_read_ptx_sreg_cluster_nctaid_x()
                              : __axis == 1 ? __nvvm_read_ptx_sreg_cluster_nctaid_y()
                                            : __nvvm_read_ptx_sreg_cluster_nctaid_z());
  return __extent;
}
__CHV_CLUSTER void __cluster_barrier_arrive() { __CHV_OF_CLUSTER(__nvvm_barrier_cluster_arrive()); }
__CHV_CLUSTER void __cluster_barrier_arrive_relaxed() { __CHV_OF_CLUSTER(__nvvm_barrier_cluster_arrive_relaxed()); }
__CHV_CLUSTER void __cluster_barrier_wait() { __CHV_OF_CLUSTER(__nvvm_barrier_cluster_wait()); }
__CHV_CLUSTER void __threadfence_cluster() { __CHV_OF_CLUSTER(__nvvm_fence_sc_cluster()); }
__CHV_CLUSTER void *__cluster_map_shared_rank(const void *__address, unsigned __rank) {
  void *__there = nullptr;
  __CHV_OF_CLUSTER(__there = __nvvm_mapa((void *)__address, (int)__rank));
  return __there;
}
__CHV_CLUSTER unsigned __cluster_query_shared_rank(const void *__address) {
  unsigned __rank = 0;
  __CHV_OF_CLUSTER(__rank = (unsigned)__nvvm_getctarank((void *)__address));
  return __rank;
}
__CHV_CLUSTER unsigned __clusterDimIsSpecified() {
  unsigned __specified = 0;
  __CHV_OF_CLUSTER(__specified = __nvvm_is_explicit_cluster());
  return __specified;
}
#undef __CHV_OF_CLUSTER
#else
__CHV_DEVICE unsigned __chv_cluster_extent(unsigned __axis) { return __chv_sync_cluster_extent(__axis, 0); }
// Arriving does nothing and waiting is the whole barrier: correct wherever each thread arrives and then waits.
__CHV_CLUSTER void __cluster_barrier_arrive() {}
__CHV_CLUSTER void __cluster_barrier_arrive_relaxed() {}
__CHV_CLUSTER void __cluster_barrier_wait() { __chv_sync_cluster(0); }
__CHV_CLUSTER void __threadfence_cluster() { __scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, __MEMORY_SCOPE_DEVICE); }
#endif

__CHV_CLUSTER dim3 __clusterDim() { return dim3(__chv_cluster_extent(0), __chv_cluster_extent(1), __chv_cluster_extent(2)); }
__CHV_CLUSTER dim3 __clusterRelativeBlockIdx() {
  return dim3(__chv_ctaid_x() % __chv_cluster_extent(0), __chv_ctaid_y() % __chv_cluster_extent(1),
              __chv_ctaid_z() % __chv_cluster_extent(2));
}
__CHV_CLUSTER dim3 __clusterGridDimInClusters() {
  return dim3(__chv_nctaid_x() / __chv_cluster_extent(0), __chv_nctaid_y() / __chv_cluster_extent(1),
              __chv_nctaid_z() / __chv_cluster_extent(2));
}
__CHV_CLUSTER dim3 __clusterIdx() {
  return dim3(__chv_ctaid_x() / __chv_cluster_extent(0), __chv_ctaid_y() / __chv_cluster_extent(1),
              __chv_ctaid_z() / __chv_cluster_extent(2));
}
__CHV_CLUSTER unsigned __clusterRelativeBlockRank() {
  const dim3 __at = __clusterRelativeBlockIdx();
  return __at.x + __chv_cluster_extent(0) * (__at.y + __chv_cluster_extent(1) * __at.z);
}
__CHV_CLUSTER unsigned __clusterSizeInBlocks() { return __chv_cluster_extent(0) * __chv_cluster_extent(1) * __chv_cluster_extent(2); }

#ifndef __CHV_NVPTX__
__CHV_CLUSTER unsigned __clusterDimIsSpecified() { return __clusterSizeInBlocks() > 1; }
__CHV_CLUSTER void *__cluster_map_shared_rank(const void *__address, unsigned __rank) {
  const char *__own = __chv_sync_cluster_shared(__clusterRelativeBlockRank(), 0);
  return __chv_sync_cluster_shared(__rank, 0) + ((const char *)__address - __own);
}
__CHV_CLUSTER unsigned __cluster_query_shared_rank(const void *__address) { return __chv_sync_cluster_owner(__address, 0); }
#endif
