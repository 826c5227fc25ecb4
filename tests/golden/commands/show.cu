//# `%show` shows as many elements as it is asked for, and `%config` changes how many others show; the next cell shows what it did before.
#include <vector>
std::vector<int> list(70, 5); list[69] = 1;
list
//= (std::vector<int>) {5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, … (70 in all)}
%show list 3
//= (std::vector<int>) {5, 5, 5, … (70 in all)}
%show list
//= (std::vector<int>) {5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 1}
list
//= (std::vector<int>) {5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, … (70 in all)}
float *data; cudaMalloc(&data, 12 * sizeof(float)); cudaMemset(data, 0, 12 * sizeof(float));
data
//= (float *) device float[12] {0, 0, 0, 0, 0, 0, 0, 0, …}
%show data 10
//= (float *) device float[12] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, …}
%show data + 1 12
//= (float *) device float[11] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
%config device_elements 2
data
//= (float *) device float[12] {0, 0, …}
%config elements 4
list
//= (std::vector<int>) {5, 5, 5, 5, … (70 in all)}
%config elements 0
//? error: `elements` cannot be `0`; it may be 1 to 100000
%show
//? error: usage: `%show EXPR [N]`
%show list none
//? error: usage: `%show EXPR [N]`, with N from 1 to 100000
%show list 0
//? error: usage: `%show EXPR [N]`, with N from 1 to 100000
