//# A qualifier where none can stand is told at its own place, not at the macro's that it is.
//@ expected_failures = { toolkit = "a toolkit's headers define the qualifiers" }
__global__ int counter = 0;
//? cell 1:1:1: warning: '__global__' attribute only applies to functions
//?     1 | __global__ int counter = 0;
//?       | ^
__global__ struct Cell {};
//? cell 2:1:1: warning: attribute '__global__' is ignored, place it after "struct" to apply attribute to type declaration
//?     1 | __global__ struct Cell {};
//?       | ^
__global__ void fill(Grid<float> grid, int n) { grid.set(n); }
//? cell 3:1:22: error: no template named 'Grid'
//?     1 | __global__ void fill(Grid<float> grid, int n) { grid.set(n); }
//?       |                      ^
template <class T> struct Grid { T *at; __device__ void set(int n) { at[n] = n; } };
__global__ void fill(Grid<float> grid, int n) { grid.set(n); }
float *f; cudaMallocManaged(&f, 16); fill<<<1, 1>>>(Grid<float>{f}, 3); cudaDeviceSynchronize();
f[3]
//= (float) 3.0f
