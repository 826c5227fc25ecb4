//# Headers of CUDA's and ROCm's libraries that Chevron does not have say so, and what to do, by the library's name.
//@ expected_failures = { toolkit = "a toolkit has them" }
#include <thrust/scan.h>
//? cell 1:1:10: error: `thrust/scan.h` is not there: Thrust is not in Chevron yet; `--headers toolkit` reads the header of an installed CUDA toolkit, on an NVIDIA GPU
//?     1 | #include <thrust/scan.h>
//?       |          ^
#include <cub/device/device_reduce.cuh>
//? cell 1:1:10: error: `cub/device/device_reduce.cuh` is not there: CUB is not in Chevron yet; `--headers toolkit` reads the header of an installed CUDA toolkit, on an NVIDIA GPU
//?     1 | #include <cub/device/device_reduce.cuh>
//?       |          ^
#include <cuda/std/complex>
//? cell 1:1:10: error: `cuda/std/complex` is not there: libcu++ is not in Chevron yet; `--headers toolkit` reads the header of an installed CUDA toolkit, on an NVIDIA GPU
//?     1 | #include <cuda/std/complex>
//?       |          ^
#include <cusparse.h>
//? cell 1:1:10: error: `cusparse.h` is not there: cuSPARSE is not in Chevron yet; `--headers toolkit` reads the header of an installed CUDA toolkit, on an NVIDIA GPU
//?     1 | #include <cusparse.h>
//?       |          ^
#include <hipcub/hipcub.hpp>
//? cell 1:1:10: error: `hipcub/hipcub.hpp` is not there: hipCUB is not in Chevron yet
//?     1 | #include <hipcub/hipcub.hpp>
//?       |          ^
#include <rocblas/rocblas.h>
//? cell 1:1:10: error: `rocblas/rocblas.h` is not there: rocBLAS is not in Chevron yet
//?     1 | #include <rocblas/rocblas.h>
//?       |          ^
#include <helper_math.h>
//? cell 1:1:10: error: `helper_math.h` is not there: if it is the one of NVIDIA's samples, give the directory where it is with `-I DIR` (`Common` of cuda-samples)
//?     1 | #include <helper_math.h>
//?       |          ^
#include <no/such/header.h>
//? cell 1:1:10: error: 'no/such/header.h' file not found
//?     1 | #include <no/such/header.h>
//?       |          ^~~~~~~~~~~~~~~~~~
//? hint: `%include DIR` names a directory that has it
#include <nvtx3/nvToolsExt.h>
nvtxRangePushA("a mark"); nvtxRangePop();
