//# A kernel that gets a reference to a variable of the host is told so, like one that gets a pointer to it.
//@ devices = ["cpu"]
__global__ void scaled(float *data, const float &by) { data[threadIdx.x] *= by; }
float *data; cudaMalloc(&data, 16); float by = 2;
scaled<<<1, 4>>>(data, by); cudaDeviceSynchronize()
//= (cudaError_t) cudaErrorIllegalAddress
//? error: cell 3: kernel `scaled` <<<(1,1,1), (4,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   read of host memory at 0x…, of `malloc` or `new`, or of the program's data, by argument 2: most GPUs cannot reach it
//?   copy it to memory of cudaMalloc, or use cudaMallocManaged; `%strict off` lets kernels of this device reach it
//?   at cell 1:1 in `scaled`
