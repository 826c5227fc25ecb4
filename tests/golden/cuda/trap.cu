//# `__trap()` is an error of its cell, and the next cell works.
//@ devices = ["cuda"]
__global__ void stop(int at) { if (threadIdx.x == at) __trap(); }
stop<<<1, 64>>>(64);
stop<<<1, 64>>>(3);
stop<<<1, 64>>>(64); cudaDeviceSynchronize()
