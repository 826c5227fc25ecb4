//# A kernel takes neither rvalue references, nor `__restrict__` ones, nor a variable number of arguments, as nvcc has it: an error at its line, or where a template becomes one.
__global__ void scale(float *data, const float &__restrict__ factor) { data[threadIdx.x] *= factor; }
//? cell 1:1:62: error: a __global__ function cannot have a parameter that is a __restrict__ reference
//?     1 | __global__ void scale(float *data, const float &__restrict__ factor) { data[threadIdx.x] *= factor; }
//?       |                                    ~~~~~~~~~~~~~~~~~~~~~~~~~~^~~~~~
//? cell 1:1:62: note: pass the value itself, or a pointer to memory of the device
template <class T> __global__ void forward(T &&value) {}
//? cell 1:1:48: error: a __global__ function cannot have a parameter that is an rvalue reference
//?     1 | template <class T> __global__ void forward(T &&value) {}
//?       |                                            ~~~~^~~~~
//? cell 1:1:48: note: pass the value itself, or a pointer to memory of the device
namespace deep { extern "C" __global__ void variadic(int count, ...); }
//? cell 1:1:45: error: a __global__ function cannot have a variable number of arguments
//?     1 | namespace deep { extern "C" __global__ void variadic(int count, ...); }
//?       |                                             ^
template <class T> __global__ void store(T value, int *to) { *to = value; }
int *cell; cudaMalloc(&cell, 4); int host = 3;
store<int &&><<<1, 1>>>(3, cell);
//? cell 1:1:44: error: a __global__ function cannot have a parameter that is an rvalue reference
//?     1 | template <class T> __global__ void store(T value, int *to) { *to = value; }
//?       |                                          ~~^~~~~
//? cell 1:1:44: note: pass the value itself, or a pointer to memory of the device
//? cell 3:1:1: note: in this instance of kernel template 'store<int &&>'
//?     1 | store<int &&><<<1, 1>>>(3, cell);
//?       | ^
store<<<1, 1>>>(host, cell); int copy; cudaMemcpy(&copy, cell, 4, cudaMemcpyDeviceToHost);
copy
//= (int) 3
struct Refers { int &to; };
__global__ void by_member(Refers r) {}
auto lambda = [&] __device__ (int &i) { i += 1; };
