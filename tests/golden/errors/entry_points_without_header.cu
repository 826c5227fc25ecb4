//# Asking for functions of the driver API without its header says which header is needed.
//@ devices = ["cpu"]
void *function = nullptr;
cudaGetDriverEntryPoint("cuMemAlloc", &function, 0)
//? cell 2:1:1: error: `cudaGetDriverEntryPoint` is not in Chevron without `#include <cuda.h>` before it
//?     1 | cudaGetDriverEntryPoint("cuMemAlloc", &function, 0)
//?       | ^
#include <cuda.h>
cudaGetDriverEntryPoint("cuMemAlloc", &function, 0)
//= (cudaError_t) cudaSuccess
function != nullptr
//= (bool) true
