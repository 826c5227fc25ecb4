//# A kernel that never ends is stopped with its executor; definitions survive, and the next cell works.
//@ devices = ["cuda"]
__global__ void spin(volatile int *p) { while (!*p); }
__global__ void set(int *p) { *p = 7; }
int *p; cudaMallocManaged(&p, 4); *p = 0;
spin<<<1, 1>>>(p);;
//! interrupt after 300 ms
//? error: cell 4 was interrupted: it could not be stopped cleanly, so the executor was ended
//? note: a new executor runs with all definitions; the values of these variables are lost: `p`
cudaMallocManaged(&p, 4); set<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 7
