//# Host code of the library in a kernel is one error at the user's own place, with what to use; the rest is for `%notes`.
#include <vector>
#include <string>
#include <map>
#include <iostream>
#include <cstdlib>
__global__ void a(int *p) { std::vector<int> seen; seen.push_back(*p); seen.push_back(p[1]); }
//? cell 6:1:46: error: `std::vector<int>` is host code of the standard library: device code cannot use it
//?     1 | __global__ void a(int *p) { std::vector<int> seen; seen.push_back(*p); seen.push_back(p[1]); }
//?       |                                              ^
//? hint: pass `v.data()` of device memory and `v.size()` to the kernel, and use an array of fixed size for what is small
//? hint: `%notes` shows all that the compiler says of it
__global__ void b(int *p) { std::string name = "abc"; *p = name.size(); }
//? cell 6:1:48: error: `std::string` is host code of the standard library: device code cannot use it
//?     1 | __global__ void b(int *p) { std::string name = "abc"; *p = name.size(); }
//?       |                                                ^
//? hint: device code has `char` arrays; text is printed with `printf`
//? hint: `%notes` shows all that the compiler says of it
__global__ void c(int *p) { std::map<int, int> seen; *p = seen[3]; }
//? cell 6:1:48: error: `std::map<int, int>` is host code of the standard library: device code cannot use it
//?     1 | __global__ void c(int *p) { std::map<int, int> seen; *p = seen[3]; }
//?       |                                                ^
//? hint: build it on the host, and pass the kernel a sorted array
//? hint: `%notes` shows all that the compiler says of it
__global__ void d(int *p) { std::cout << "value " << *p << "\n"; }
//? cell 6:1:39: error: `std::ostream` is host code of the standard library: device code cannot use it
//?     1 | __global__ void d(int *p) { std::cout << "value " << *p << "\n"; }
//?       |                                       ^
//? hint: device code prints with `printf`
//? hint: `%notes` shows all that the compiler says of it
__global__ void e(int *p) { *p = rand(); FILE *file = fopen("x", "r"); }
//? cell 6:1:34: error: `rand` is host code of a library: device code cannot use it
//?     1 | __global__ void e(int *p) { *p = rand(); FILE *file = fopen("x", "r"); }
//?       |                                  ^
//? cell 6:1:55: error: `fopen` is host code of a library: device code cannot use it
//?     1 | __global__ void e(int *p) { *p = rand(); FILE *file = fopen("x", "r"); }
//?       |                                                       ^
//? hint: device code has `<curand_kernel.h>`
//? hint: do it on the host before or after the launch, or write a `__device__` function for it
//? hint: `%notes` shows all that the compiler says of it
__device__ int last(std::vector<int> &v) { return v.at(1); }
//? cell 6:1:53: error: `std::vector<int>::at` is host code of the standard library: device code cannot use it
//?     1 | __device__ int last(std::vector<int> &v) { return v.at(1); }
//?       |                                                     ^
//? hint: pass `v.data()` of device memory and `v.size()` to the kernel, and use an array of fixed size for what is small
//? hint: `%notes` shows all that the compiler says of it
template <class T> __global__ void f(T *p) { std::vector<T> all; all.push_back(*p); }
f<<<1, 1>>>((int *)nullptr);
//? cell 6:1:61: error: `std::vector<int>` is host code of the standard library: device code cannot use it
//?     1 | template <class T> __global__ void f(T *p) { std::vector<T> all; all.push_back(*p); }
//?       |                                                             ^
//? hint: pass `v.data()` of device memory and `v.size()` to the kernel, and use an array of fixed size for what is small
//? hint: `%notes` shows all that the compiler says of it
std::cout << 3 << "\n";
//= 3
