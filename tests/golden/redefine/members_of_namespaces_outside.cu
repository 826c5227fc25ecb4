//# A function that a namespace declares is defined outside it, and defined again.
namespace outer { namespace inner { int first(); void second(); __device__ int third(int); } }
int outer::inner::first() { return 1; }
int follow() { return outer::inner::first(); }
follow()
//= (int) 1
int outer::inner::first() { return 2; }
follow()
//= (int) 2
__device__ int outer::inner::third(int x) { return x + 1; }
__global__ void k(int *p) { *p = outer::inner::third(10); }
int *p; cudaMallocManaged(&p, 4);
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 11
__device__ int outer::inner::third(int x) { return x + 2; }
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 12
namespace same { int value() { return 5; } }
int same::value() { return 6; }
same::value()
//= (int) 6
double same::value() { return 7; }
//? cell 16:1:14: error: functions that differ only in their return type cannot be overloaded
//?     1 | double same::value() { return 7; }
//?       | ~~~~~~       ^
//? cell 14:1:11: note: previous declaration is here
//?     1 | int same::value() { return 6; }
//?       | ~~~       ^
same::value()
//= (int) 6
