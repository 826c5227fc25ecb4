//# Of several kernels since the last wait none is blamed alone.
//@ devices = ["cuda"]
__global__ void good() {}
__global__ void wild(int *p) { *p = 1; }
good<<<1, 1>>>(); wild<<<1, 1>>>((int *)64); good<<<1, 1>>>();
//? error: cell 3: cudaErrorIllegalAddress
//?   an illegal memory access was encountered; several kernels ran, `good` was the last
//? note: a new executor runs with all definitions
