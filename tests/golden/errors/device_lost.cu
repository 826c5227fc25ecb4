//# A device that does not recover from a fault (the null device stands for a GPU) takes its executor with it: the fault is told on its cell, then what is lost, and the next launch works.
//@ devices = ["null"]
__global__ void null_device_fault(int *p) { *p = 1; }
__global__ void good(int *p) { *p = 1; }
int x = 5;
null_device_fault<<<2, 3>>>(&x);
//? error: cell 4: kernel `null_device_fault` <<<(2,1,1), (3,1,1)>>>: cudaErrorIllegalAddress
//?   the null device was asked for a fault
//? note: a new executor runs with all definitions; the values of these variables are lost: `x`
x
//= (int) 5
good<<<1, 1>>>(&x); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
#include <stdexcept>
null_device_fault<<<1, 1>>>(&x); throw std::runtime_error("afterwards");
//? error: cell 8: uncaught exception `std::runtime_error`: afterwards
//? error: cell 8: kernel `null_device_fault` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress
//?   the null device was asked for a fault
//? note: a new executor runs with all definitions; the values of these variables are lost: `x`
good<<<1, 1>>>(&x); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
