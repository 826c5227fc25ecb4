//# What a kernel left in memory of itself works when its code is long superseded: tables of virtual functions, pointers to functions, strings.
struct Shape { __device__ virtual int area() const = 0; };
struct Square : Shape { int side; __device__ Square(int s) : side(s) {} __device__ int area() const override { return side * side; } };
__device__ int twice(int x) { return 2 * x; }
struct Left { Shape *shape; int (*function)(int); const char *word; };
__global__ void leave(Left *left) { for (int i = 0; i < 3; ++i) left[i] = {new Square(i), twice, "first"}; }
__global__ void use(Left *left) { for (int i = 0; i < 3; ++i) printf("%d %d %s\n", left[i].shape->area(), left[i].function(i), left[i].word); }
Left *left; cudaMalloc(&left, 3 * sizeof(Left));
leave<<<1, 1>>>(left); cudaDeviceSynchronize();
//! rest 400 ms
use<<<1, 1>>>(left); cudaDeviceSynchronize();
//= 0 0 first
//= 1 2 first
//= 4 4 first
__global__ void leave(Left *left) {}
leave<<<1, 1>>>(left); cudaDeviceSynchronize();
//! rest 400 ms
use<<<1, 1>>>(left); cudaDeviceSynchronize();
//= 0 0 first
//= 1 2 first
//= 4 4 first
