//# A hint names a header that can be included and would help; else it says what is missing: the header itself, a newer standard, a toolkit.
//@ devices = ["cpu"]
FLT_EPSILON
//? cell 1:1:1: error: use of undeclared identifier 'FLT_EPSILON'
//?     1 | FLT_EPSILON
//?       | ^~~~~~~~~~~
//? hint: `FLT_EPSILON` is in <cfloat>: `#include <cfloat>`, then enter the cell again
#include <cfloat>
FLT_EPSILON > 0
//= (bool) true
CUDART_PI
//? cell 3:1:1: error: use of undeclared identifier 'CUDART_PI'
//?     1 | CUDART_PI
//?       | ^~~~~~~~~
//? hint: `CUDART_PI` is in <math_constants.h>: `#include <math_constants.h>`, then enter the cell again
gettimeofday(nullptr, nullptr);
//? cell 3:1:1: error: use of undeclared identifier 'gettimeofday'
//?     1 | gettimeofday(nullptr, nullptr);
//?       | ^~~~~~~~~~~~
//? hint: `gettimeofday` is in <sys/time.h>: `#include <sys/time.h>`, then enter the cell again
cout << 5;
//? cell 3:1:1: error: use of undeclared identifier 'cout'
//?     1 | cout << 5;
//?       | ^~~~
//? hint: if you mean `std::cout`: that is in <iostream>: `#include <iostream>`, then enter the cell again
expected
//? cell 3:1:1: error: use of undeclared identifier 'expected'
//?     1 | expected
//?       | ^~~~~~~~
cublasHandle_t handle;
//? cell 3:1:1: error: unknown type name 'cublasHandle_t'
//?     1 | cublasHandle_t handle;
//?       | ^
//? hint: `cublasHandle_t` is in <cublas_v2.h>, which is not in Chevron yet; `--headers toolkit` reads an installed CUDA toolkit's, on an NVIDIA GPU
nvtxRangePop();
//? cell 3:1:1: error: use of undeclared identifier 'nvtxRangePop'
//?     1 | nvtxRangePop();
//?       | ^~~~~~~~~~~~
//? hint: `nvtxRangePop` is in <nvtx3/nvToolsExt.h>: `#include <nvtx3/nvToolsExt.h>`, then enter the cell again
#include <hip/hip_runtime.h>
hipNothingOfTheKind();
//? cell 4:1:1: error: use of undeclared identifier 'hipNothingOfTheKind'
//?     1 | hipNothingOfTheKind();
//?       | ^~~~~~~~~~~~~~~~~~~
std::expected
//? cell 4:1:6: error: no member named 'expected' in namespace 'std'
//?     1 | std::expected
//?       |      ^~~~~~~~
//? hint: `std::expected` is C++23's: start the session with `--std gnu++23`, then `#include <expected>`
