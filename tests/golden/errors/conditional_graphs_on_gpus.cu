//# On a GPU conditional nodes of graphs are refused by name.
//@ devices = ["cuda"]
//@ expected_failures = { toolkit = "a toolkit's own headers and library are asked there" }
__global__ void set(cudaGraphConditionalHandle h) { cudaGraphSetConditional(h, 1); }
//? cell 1:1:53: error: 'cudaGraphSetConditional<int, unsigned long long, int>' is unavailable: `cudaGraphSetConditional` (conditional nodes of graphs, on the CPU device alone so far) is not in Chevron yet
//?     1 | __global__ void set(cudaGraphConditionalHandle h) { cudaGraphSetConditional(h, 1); }
//?       |                                                     ^
cudaGraph_t g; cudaGraphCreate(&g, 0); cudaGraphConditionalHandle h;
cudaGraphConditionalHandleCreate(&h, g)
//= (cudaError_t) cudaErrorNotSupported
