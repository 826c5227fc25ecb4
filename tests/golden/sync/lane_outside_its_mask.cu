//# A lane that calls with a mask which does not name it is undefined in CUDA: here it is an error with line, block and thread.
//@ devices = ["cpu"]
//@ mistakes = true
__global__ void outside(int *out) { out[threadIdx.x] = __shfl_sync(0x0000ffff, (int)threadIdx.x, 0); }
int *out; cudaMalloc(&out, 32 * 4);
outside<<<1, 32>>>(out);
//? error: cell 3: kernel `outside` <<<(1,1,1), (32,1,1)>>>: cudaErrorLaunchFailure at block (0,0,0), thread (16,0,0)
//?   `__shfl_sync` is called by lane 16, which its mask 0xffff does not name at cell 1 line 1
outside<<<1, 16>>>(out);
int first; cudaMemcpy(&first, out, 4, cudaMemcpyDeviceToHost)
//= (cudaError_t) cudaSuccess
