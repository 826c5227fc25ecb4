//# Headers of CUDA's and ROCm's libraries that Chevron does not have say so, and what to do, by the library's name.
//@ expected_failures = { toolkit = "a toolkit has them" }
#include <thrust/scan.h>
#include <cub/device/device_reduce.cuh>
#include <cuda/std/complex>
#include <cusparse.h>
#include <mma.h>
#include <hipcub/hipcub.hpp>
#include <rocblas/rocblas.h>
#include <helper_math.h>
#include <no/such/header.h>
#include <nvtx3/nvToolsExt.h>
nvtxRangePushA("a mark"); nvtxRangePop();
