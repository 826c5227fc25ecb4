//# Names of conditional nodes of graphs say that these are not in Chevron yet, types and constants too.
//@ devices = ["cpu"]
__global__ void decide(cudaGraphConditionalHandle handle) {}
//? cell 1:1:24: error: 'cudaGraphConditionalHandle' is unavailable: `cudaGraphConditionalHandle` (conditional nodes of graphs) is not in Chevron yet
//?     1 | __global__ void decide(cudaGraphConditionalHandle handle) {}
//?       |                        ^
cudaGraphCondTypeWhile
//? cell 1:1:1: error: 'cudaGraphCondTypeWhile' is unavailable: `cudaGraphCondTypeWhile` (conditional nodes of graphs) is not in Chevron yet
//?     1 | cudaGraphCondTypeWhile
//?       | ^
__global__ void set() { cudaGraphSetConditional(1ull, 1); }
//? cell 1:1:25: error: 'cudaGraphSetConditional<int, unsigned long long, int>' is unavailable: `cudaGraphSetConditional` (conditional nodes of graphs) is not in Chevron yet
//?     1 | __global__ void set() { cudaGraphSetConditional(1ull, 1); }
//?       |                         ^
cudaIpcMemLazyEnablePeerAccess
//= (int) 1
