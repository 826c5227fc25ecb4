//# A launch that is refused is reported on its cell when nobody asks for the error.
__global__ void k() {}
k<<<1, 2048>>>();
//? error: cell 2: kernel `k` <<<(1,1,1), (2048,1,1)>>>: cudaErrorInvalidConfiguration
//?   block of 2048 threads exceeds 1024
1 + 1
//= (int) 2
