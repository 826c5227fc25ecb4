//# Constants of a device are variables that host code can show, copy and have the address of, as nvcc has them; kernels know their values.
__device__ const int steps = 6; __constant__ const float weights[3] = {1, 2, 3}; static __constant__ const int hidden = 7; __device__ constexpr int width = 9;
steps
//= (const int) 6
weights
//= (const float[3]) {1, 2, 3}
hidden + width
//= (int) 16
int copied; cudaMemcpyFromSymbol(&copied, steps, sizeof(int));
copied
//= (int) 6
float third; cudaMemcpyFromSymbol(&third, weights, sizeof(float), 2 * sizeof(float));
third
//= (float) 3.0f
__global__ void k() { printf("%d %g %d %d\n", steps, weights[threadIdx.x], hidden, width); }
k<<<1, 3>>>();
//= 6 1 7 9
//= 6 2 7 9
//= 6 3 7 9
__constant__ const float weights[3] = {4, 5, 6};
weights
//= (const float[3]) {4, 5, 6}
k<<<1, 3>>>();
//= 6 4 7 9
//= 6 5 7 9
//= 6 6 7 9
%undo 3
//? note: cells 11 to 13 are taken back: `weights` (that of cell 1 is back), `k<<<1, 3>>>();`
weights
//= (const float[3]) {1, 2, 3}
const int of_host = 5; constexpr float pi = 3.14f;
%who
//= kernels           k
//= device variables  steps, weights, hidden, width
//= variables         copied, third, of_host, pi
