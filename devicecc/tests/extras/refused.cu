// What these headers do not have is an error that names it. Checked with `clang -verify`.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <curand_kernel.h>
#include <hip/hip_runtime.h>
#include <hiprand/hiprand_kernel.h>

namespace cg = cooperative_groups;

__global__ void device(int *x) {
  curandStateMRG32k3a mrg;          // expected-error {{`curandStateMRG32k3a` is not in Chevron yet}} expected-error {{incomplete type}}
  curandStateMtgp32_t twister;      // expected-error {{`curandStateMtgp32_t` (Mersenne Twister) is not in Chevron yet}} expected-error {{incomplete type}}
  curandStateSobol32_t sobol;       // expected-error {{`curandStateSobol32_t` is not in Chevron yet}} expected-error {{incomplete type}}
  cg::this_multi_grid();            // expected-error {{`cooperative_groups::this_multi_grid` is not in Chevron yet}}
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  cg::tiled_partition<64>(tile);    // expected-error@chevron/groups_partition.h:* {{a tile cannot be larger than the tile that it is a part of}}
  cg::tiled_partition<24>(cg::this_thread_block());  // expected-error@chevron/groups_tile.h:* {{a tile's size is a power of two}}
  tile.ballot(*x);
  cg::tiled_partition<128>(cg::this_thread_block()).ballot(*x);  // expected-error {{no member named 'ballot'}}
}

void host() {
  hipError_t error = cudaSuccess;   // expected-error {{cannot initialize a variable of type 'hipError_t'}}
}
