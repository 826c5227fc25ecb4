//# Names of conditional nodes of graphs say that these are not in Chevron yet, types and constants too.
//@ devices = ["cpu"]
__global__ void decide(cudaGraphConditionalHandle handle) {}
//? cell 1:1:24: error: 'cudaGraphConditionalHandle' is unavailable: `cudaGraphConditionalHandle` (conditional nodes of graphs) is not in Chevron yet
//?     1 | __global__ void decide(cudaGraphConditionalHandle handle) {}
//?       |                        ^
//? /chevron/include/chevron/absent.h:142:28: note: 'cudaGraphConditionalHandle' has been explicitly marked unavailable here
//?   142 | typedef unsigned long long cudaGraphConditionalHandle __CHV_ABSENT("`cudaGraphConditionalHandle` (conditional nodes of graphs)");
//?       |                            ^
cudaGraphCondTypeWhile
//? cell 1:1:1: error: 'cudaGraphCondTypeWhile' is unavailable: `cudaGraphCondTypeWhile` (conditional nodes of graphs) is not in Chevron yet
//?     1 | cudaGraphCondTypeWhile
//?       | ^
//? /chevron/include/chevron/absent.h:146:12: note: 'cudaGraphCondTypeWhile' has been explicitly marked unavailable here
//?   146 |   __CHV_NO(cudaGraphCondTypeWhile),
//?       |            ^
__global__ void set() { cudaGraphSetConditional(1ull, 1); }
//? cell 1:1:25: error: 'cudaGraphSetConditional<int, unsigned long long, int>' is unavailable: `cudaGraphSetConditional` (conditional nodes of graphs) is not in Chevron yet
//?     1 | __global__ void set() { cudaGraphSetConditional(1ull, 1); }
//?       |                         ^
//? /chevron/include/chevron/absent.h:140:10: note: 'cudaGraphSetConditional<int, unsigned long long, int>' has been explicitly marked unavailable here
//?   140 | __CHV_NO(cudaGraphSetConditional)
//?       |          ^
cudaIpcMemLazyEnablePeerAccess
//= (int) 1
