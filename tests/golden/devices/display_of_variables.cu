//# A device variable is shown as the current device has it.
//@ count = 2
__device__ int number = 5;
__global__ void set(int to) { number = to; }
set<<<1, 1>>>(6); number
//= (int) 6
cudaSetDevice(1); number
//= (int) 5
set<<<1, 1>>>(7); number
//= (int) 7
cudaSetDevice(0); number
//= (int) 6
__managed__ int both = 1;
cudaSetDevice(1); both
//= (int) 1
