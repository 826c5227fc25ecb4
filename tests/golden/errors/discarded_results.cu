//# A call of the runtime that fails and whose result nothing uses is told on its cell; who looks at results is not told twice.
//@ expected_failures = { toolkit = "NVIDIA's runtime library gives its errors by itself" }
#include <vector>
int local; int *device; cudaMalloc(&device, 40);
cudaFree(&local);
//? note: cell 3: cudaFree gave cudaErrorInvalidValue
cudaMemcpy(&local, device, 400, cudaMemcpyDeviceToHost); cudaSetDevice(99);
//? note: cell 4: cudaMemcpy gave cudaErrorInvalidValue (400 bytes asked for where the allocation has 40)
//? note: cell 4: cudaSetDevice gave cudaErrorInvalidDevice
if (cudaFree(&local) != cudaSuccess) puts("looked at");
//= looked at
cudaError_t kept = cudaFree(&local);
#define CHECK(call) do { if ((call) != cudaSuccess) puts("checked"); } while (0)
CHECK(cudaFree(&local));
//= checked
cudaFree(&local)
//= (cudaError_t) cudaErrorInvalidValue
cudaFree(&local); cudaError_t asked = cudaGetLastError();
cudaGetLastError();
void in_function() { std::vector<int> unwinds(3); for (int i = 0; i < 3; ++i) cudaFree(&unwinds[0]); }
in_function();
//? note: cell 13: cudaFree gave cudaErrorInvalidValue, 3 times
auto in_lambda = [] { cudaStreamDestroy((cudaStream_t)1234); }; in_lambda();
//? note: cell 14: cudaStreamDestroy gave cudaErrorInvalidResourceHandle
template <class T> void in_template(T *p) { cudaFreeHost(p); }
in_template(&local);
//? note: cell 16: cudaFreeHost gave cudaErrorInvalidValue
cudaStream_t stream; cudaStreamCreate(&stream); cudaStreamQuery(stream); cudaStreamDestroy(stream);
__global__ void fill(int *p) { *p = 1; }
fill<<<1, 4000>>>(device);
//? error: cell 19: kernel `fill` <<<(1,1,1), (4000,1,1)>>>: cudaErrorInvalidConfiguration
//?   block of 4000 threads exceeds 1024
%sync off
cudaFree(&local);
%sync on
local = 0;
