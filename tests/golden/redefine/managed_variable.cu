//# A managed variable defined again is new on both sides.
__managed__ int m = 1;
__global__ void add() { m += 10; }
add<<<1, 1>>>(); cudaDeviceSynchronize(); m
//= (int) 11
__managed__ int m = 2;
add<<<1, 1>>>(); cudaDeviceSynchronize(); m
//= (int) 12
