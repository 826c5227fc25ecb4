//# Each thread has a current device, and begins with the session's; a wrong number changes nothing.
//@ count = 2
#include <thread>
int count() { int n; cudaGetDeviceCount(&n); return n; }
int current() { int n = -1; cudaGetDevice(&n); return n; }
count() >= 2
//= (bool) true
current()
//= (int) 0
cudaSetDevice(1)
//= (cudaError_t) cudaSuccess
current()
//= (int) 1
int other = -1; std::thread([] { other = current(); }).join();
other
//= (int) 0
cudaSetDevice(count())
//= (cudaError_t) cudaErrorInvalidDevice
current()
//= (int) 1
cudaSetDevice(-1)
//= (cudaError_t) cudaErrorInvalidDevice
cudaDeviceProp first, second; cudaGetDeviceProperties(&first, 0); cudaGetDeviceProperties(&second, 1);
first.multiProcessorCount > 0 && second.multiProcessorCount > 0
//= (bool) true
cudaGetDeviceProperties(&first, count())
//= (cudaError_t) cudaErrorInvalidDevice
char a[32], b[32]; cudaDeviceGetPCIBusId(a, 32, 0); cudaDeviceGetPCIBusId(b, 32, 1);
std::string(a) == b
//= (bool) false
int found = -1; cudaDeviceGetByPCIBusId(&found, b); found
//= (int) 1
