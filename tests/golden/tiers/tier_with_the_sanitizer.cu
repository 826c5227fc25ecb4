//# Where kernels run otherwise than they could, `%tier` says so.
//@ devices = ["cpu"]
//@ flags = ["--sanitize"]
__global__ void k(int *p) { atomicAdd(p, 1); }
%tier k
//= k: plain loops over a block's threads, for blocks of any shape
//=   memory: nothing is kept for a thread when the next one runs
//=   not now: the sanitizer is on, so each thread runs on a fiber
//=   cell 1:1: threads run one after the other: it does what no vector can, such as an atomic operation
//=   the choice took … ms of the … ms that optimising takes
//? note: memcheck,racecheck,initcheck,synccheck: nothing found
