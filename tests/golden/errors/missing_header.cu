//# A name that a header has which was not included: the hint says which. Where clang points into headers that were read ahead, it does not tell how they came to be read.
//@ devices = ["cpu"]
std::map<int, int> m;
//? cell 1:1:6: error: no member named 'map' in namespace 'std'
//?     1 | std::map<int, int> m;
//?       |      ^~~
//? cell 1:1:13: error: expected '(' for function-style cast or type construction
//?     1 | std::map<int, int> m;
//?       |          ~~~^
//? hint: `std::map` is in <map>: `#include <map>`, then enter the cell again
auto t = std::chrono::seconds(1);
//? cell 1:1:15: error: no member named 'chrono' in namespace 'std'
//?     1 | auto t = std::chrono::seconds(1);
//?       |          ~~~~~^
//? hint: `std::chrono` is in <chrono>: `#include <chrono>`, then enter the cell again
namespace cg = cooperative_groups;
//? cell 1:1:16: error: expected namespace name
//?     1 | namespace cg = cooperative_groups;
//?       |                ^
//? hint: `cooperative_groups` is in <cooperative_groups.h>: `#include <cooperative_groups.h>`, then enter the cell again
__global__ void k(float *out) { curandState state; curand_init(1, 0, 0, &state); *out = curand_uniform(&state); }
//? cell 1:1:33: error: unknown type name 'curandState'
//?     1 | __global__ void k(float *out) { curandState state; curand_init(1, 0, 0, &state); *out = curand_uniform(&state); }
//?       |                                 ^
//? hint: `curandState` is in <curand_kernel.h>: `#include <curand_kernel.h>`, then enter the cell again
std::optional<std::basic_string<char>> name;
//? cell 1:1:6: error: no member named 'optional' in namespace 'std'
//?     1 | std::optional<std::basic_string<char>> name;
//?       |      ^~~~~~~~
//? cell 1:1:38: error: expected '(' for function-style cast or type construction
//?     1 | std::optional<std::basic_string<char>> name;
//?       |               ~~~~~~~~~~~~~~~~~~~~~~~^
//? cell 1:1:40: error: use of undeclared identifier 'name'
//?     1 | std::optional<std::basic_string<char>> name;
//?       |                                        ^~~~
//? hint: `std::optional` is in <optional>: `#include <optional>`, then enter the cell again
halfway(1)
//? cell 1:1:1: error: use of undeclared identifier 'halfway'
//?     1 | halfway(1)
//?       | ^~~~~~~
std::nonsense n;
//? cell 1:1:6: error: no type named 'nonsense' in namespace 'std'
//?     1 | std::nonsense n;
//?       | ~~~~~^
#include <map>
std::map<int, int> m;
m[1]
//= (int) 0
#include <iostream>
std::cout << m.size() << std::endl
//= 1
std::cout << "no newline"
//= no newline
m.size() << 1
//= (unsigned long) 2
