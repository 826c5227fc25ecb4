//# nvcc's own preamble brings the C library's headers into every program; a toolkit's session has them too.
//@ devices = ["toolkit"]
__global__ void checked(int *p) { assert(blockDim.x == 1); *p = 5; }
int *p; cudaMallocManaged(&p, sizeof(int)); checked<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 5
isdigit('7') != 0
//= (bool) true
char text[8]; snprintf(text, sizeof(text), "%d", abs(-3)); strlen(text)
//= (size_t) 1
