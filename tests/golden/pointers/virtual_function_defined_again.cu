//# Objects that kernels have made keep the older definition of a virtual function, and the session says so.
struct Shape { __device__ virtual int area() const = 0; };
struct Square : Shape { int side; __device__ Square(int s) : side(s) {} __device__ int area() const override; };
__device__ int Square::area() const { return side * side; }
__device__ Shape *kept;
__global__ void make() { kept = new Square(5); }
__global__ void area(int *out) { *out = kept->area(); }
int *out; cudaMallocManaged(&out, sizeof(int));
make<<<1, 1>>>(); area<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 25
__device__ int Square::area() const { return 1000 + side * side; }
//? note: objects that kernels have made keep the `Square::area` of cell 3; those that they make from now on have the new one
area<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 25
make<<<1, 1>>>(); area<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 1025
