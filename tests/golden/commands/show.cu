//# `%show` shows as many elements as it is asked for, and `%config` changes how many others show; the next cell shows what it did before.
#include <vector>
std::vector<int> list(70, 5); list[69] = 1;
list
%show list 3
%show list
list
float *data; cudaMalloc(&data, 12 * sizeof(float)); cudaMemset(data, 0, 12 * sizeof(float));
data
%show data 10
%show data + 1 12
%config device_elements 2
data
%config elements 4
list
%config elements 0
%show
%show list none
%show list 0
