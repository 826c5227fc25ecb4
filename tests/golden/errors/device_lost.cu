//# A device that does not recover from a fault (the null device stands for a GPU) takes its executor with it: the fault is told on its cell, then what is lost, and the next launch works.
//@ devices = ["null"]
__global__ void null_device_fault(int *p) { *p = 1; }
__global__ void good(int *p) { *p = 1; }
int x = 5;
null_device_fault<<<2, 3>>>(&x);
x
good<<<1, 1>>>(&x); cudaDeviceSynchronize()
#include <stdexcept>
null_device_fault<<<1, 1>>>(&x); throw std::runtime_error("afterwards");
good<<<1, 1>>>(&x); cudaDeviceSynchronize()
