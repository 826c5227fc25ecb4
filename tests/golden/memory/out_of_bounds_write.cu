//# A write far behind an allocation is an error of its cell, with block and thread; the next cell works with new memory.
//@ devices = ["cpu"]
//@ mistakes = true
__global__ void set(int *p, int stride) { p[(blockIdx.x * blockDim.x + threadIdx.x) * (size_t)stride] = 1; }
int *p; cudaMalloc(&p, 4096);
set<<<1, 4>>>(p, 1);
set<<<1, 2>>>(p, 1 << 28);
//? error: cell 4: kernel `set` <<<(1,1,1), (2,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (1,0,0)
//?   invalid write to address 0x…
//?   at cell 1:1 in `set`
int *q, one; cudaMalloc(&q, 4096);
set<<<1, 4>>>(q, 1);
cudaMemcpy(&one, q + 3, 4, cudaMemcpyDeviceToHost)
//= (cudaError_t) cudaSuccess
one
//= (int) 1
