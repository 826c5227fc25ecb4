//# `__trap()` is an error of its cell, and the next cell works.
//@ devices = ["cuda"]
__global__ void stop(int at) { if (threadIdx.x == at) __trap(); }
stop<<<1, 64>>>(64);
stop<<<1, 64>>>(3);
//? error: cell 3: kernel `stop` <<<(1,1,1), (64,1,1)>>>: cudaErrorLaunchFailure
//?   unspecified launch failure
//? note: a new executor runs with all definitions
stop<<<1, 64>>>(64); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
