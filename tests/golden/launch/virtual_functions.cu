//# Virtual functions of objects that a kernel made, called by another kernel.
//@ hip = true
struct Shape { __device__ virtual int area() const = 0; };
struct Square : Shape { int side; __device__ Square(int s) : side(s) {} __device__ int area() const override { return side * side; } };
struct Box : Square { int height; __device__ Box(int s, int h) : Square(s), height(h) {} __device__ int area() const override { return Square::area() * 2 + 4 * side * height; } };
__global__ void make(Shape **shapes) { shapes[0] = new Square(5); shapes[1] = new Box(2, 3); }
__global__ void areas(Shape **shapes, int *out) { out[threadIdx.x] = shapes[threadIdx.x]->area(); }
Shape **shapes; int *out; cudaMallocManaged(&shapes, 16); cudaMallocManaged(&out, 8);
make<<<1, 1>>>(shapes);
areas<<<1, 2>>>(shapes, out);
printf("%d %d\n", out[0], out[1]);
//= 25 32
