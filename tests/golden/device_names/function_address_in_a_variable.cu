//# Functions belong to kernels, so a variable that starts with the address of one is refused instead of calling garbage.
__device__ int add(int a, int b) { return a + b; }
__device__ int (*operation)(int, int) = add;
//? error: device variable `operation` cannot be initialised so: it holds the address of a device function, which differs from kernel to kernel; let a kernel store it
__device__ int (*chosen)(int, int);
__managed__ int result;
__global__ void choose() { chosen = add; result = chosen(3, 4); }
choose<<<1, 1>>>();
result
//= (int) 7
