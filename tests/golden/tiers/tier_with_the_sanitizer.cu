//# Where kernels run otherwise than they could, `%tier` says so.
//@ devices = ["cpu"]
//@ flags = ["--sanitize"]
__global__ void k(int *p) { atomicAdd(p, 1); }
%tier k
