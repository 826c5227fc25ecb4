//# `<vector>` is precompiled, but a program sees `std::vector` from its include on, also after it was taken back, and in device code
#include <string>
std::vector<int> early;
//? cell 2:1:6: error: no member named 'vector' in namespace 'std'
//?     1 | std::vector<int> early;
//?       |      ^~~~~~
//? cell 2:1:16: error: expected '(' for function-style cast or type construction
//?     1 | std::vector<int> early;
//?       |             ~~~^
//? cell 2:1:18: error: use of undeclared identifier 'early'
//?     1 | std::vector<int> early;
//?       |                  ^~~~~
//? hint: `std::vector` is in <vector>: `#include <vector>`, then enter the cell again
#include <vector>
std::vector<int> v{1, 2, 3};
v
//= (std::vector<int>) {1, 2, 3}
std::vector w{0.5, 1.5}; w.push_back(v.size()); w
//= (std::vector<double>) {0.5, 1.5, 3}
__global__ void k(int *sum) { std::vector<int>::value_type part[] = {1, 2, 3}; for (int x : part) *sum += x; }
int *sum; cudaMallocManaged(&sum, sizeof *sum);
k<<<1, 1>>>(sum); cudaDeviceSynchronize(); *sum
//= (int) 6
%undo 7
//? note: cells 2 to 8 are taken back: 2 more, `w`, `k`, `sum`, `k<<<1, 1>>>(sum); cudaDeviceSynchronize(…`
std::vector<int> taken_back;
//? cell 2:1:6: error: no member named 'vector' in namespace 'std'
//?     1 | std::vector<int> taken_back;
//?       |      ^~~~~~
//? cell 2:1:16: error: expected '(' for function-style cast or type construction
//?     1 | std::vector<int> taken_back;
//?       |             ~~~^
//? cell 2:1:18: error: use of undeclared identifier 'taken_back'
//?     1 | std::vector<int> taken_back;
//?       |                  ^~~~~~~~~~
//? hint: `std::vector` is in <vector>: `#include <vector>`, then enter the cell again
#include <functional>
std::vector<bool> bits{true, false};
bits
//= (std::vector<bool>) {true, false}
%reset
std::vector<int> reset;
//? cell 1:1:6: error: no member named 'vector' in namespace 'std'
//?     1 | std::vector<int> reset;
//?       |      ^~~~~~
//? cell 1:1:16: error: expected '(' for function-style cast or type construction
//?     1 | std::vector<int> reset;
//?       |             ~~~^
//? cell 1:1:18: error: use of undeclared identifier 'reset'
//?     1 | std::vector<int> reset;
//?       |                  ^~~~~
//? hint: `std::vector` is in <vector>: `#include <vector>`, then enter the cell again
#include <iostream>
#include <vector>
std::vector<std::string> words{"one", "two"};
words
//= (std::vector<std::string>) {"one", "two"}
std::cout << words.size() << std::endl;
//= 2
