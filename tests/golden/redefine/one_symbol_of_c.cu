//# A symbol of C, and `main`, are one function's whatever its parameters: the newest is called, and older code that cannot is told.
extern "C" int cf(int x) { return x + 10; }
int old() { return cf(1); }
extern "C" int cf(int x, int y) { return x + y; }
//? note: the `cf` of cell 1 (`int (int)`) is still used by `old`: its type has changed
cf(1, 2)
//= (int) 3
old()
//= (int) 11
extern "C" { double cf(double x, double y) { return x * y; } }
cf(3, 2)
//= (double) 6.0
extern "C" __device__ int df(int x) { return x; }
extern "C" __global__ void k(int *o) { *o = df(5); }
int *o; cudaMallocManaged(&o, 4); k<<<1, 1>>>(o); cudaDeviceSynchronize(); *o
//= (int) 5
extern "C" __device__ int df(int x, int y) { return x * y; }
//? note: the `df` of cell 8 (`int (int)`) is still used by `k`: its type has changed
extern "C" __global__ void k(int *o, int n) { *o = df(n, 7); }
k<<<1, 1>>>(o, 2); cudaDeviceSynchronize(); *o
//= (int) 14
int main() { return 1; }
main()
//= (int) 1
int main(int argc, char **argv) { return 2 + argc; }
main(3, nullptr)
//= (int) 5
int main() { return 3; }
main()
//= (int) 3
