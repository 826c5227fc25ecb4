//# A launch by a function of the API gives its error to the caller: checked, it is no news; thrown away, it is told; a stub of `<<<>>>` has no caller.
//@ expected_failures = { toolkit = "a launch that the toolkit's runtime refuses is told though the caller reads its error" }
__global__ void one(int *p) { *p = 1; }
int *p; cudaMallocManaged(&p, sizeof *p); void *arguments[] = {&p}; const void *nothing = nullptr;
cudaLaunchKernel(nothing, dim3(1), dim3(1), arguments, 0, 0)
//= (cudaError_t) cudaErrorInvalidDeviceFunction
if (cudaLaunchKernel((const void *)one, dim3(1), dim3(2048), arguments, 0, 0) == cudaErrorInvalidConfiguration) printf("handled\n");
//= handled
cudaError_t kept = cudaLaunchCooperativeKernel((const void *)one, dim3(1), dim3(2048), arguments, 0, 0); cudaGetErrorName(kept)
//= (const char *) "cudaErrorInvalidConfiguration"
cudaLaunchConfig_t config = {}; config.gridDim = dim3(0); config.blockDim = dim3(1); cudaLaunchKernelEx(&config, one, p)
//= (cudaError_t) cudaErrorInvalidConfiguration
cudaLaunchKernel((const void *)one, dim3(1), dim3(2048), arguments, 0, 0);
//? note: cell 7: cudaLaunchKernel gave cudaErrorInvalidConfiguration (block of 2048 threads exceeds 1024)
one<<<1, 1>>>(p); cudaLaunchKernel((const void *)one, dim3(1), dim3(2048), arguments, 0, 0) != cudaSuccess
//= (bool) true
one<<<1, 2048>>>(p);
//? error: cell 9: kernel `one` <<<(1,1,1), (2048,1,1)>>>: cudaErrorInvalidConfiguration
//?   block of 2048 threads exceeds 1024
one<<<1, 2048>>>(p); cudaGetLastError()
//= (cudaError_t) cudaErrorInvalidConfiguration
*p = 0; one<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 1
