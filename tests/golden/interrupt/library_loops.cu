//# Loops that spend their time in the C and C++ libraries, and callbacks of those, are stopped between two calls.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>
std::map<int, std::string> table; std::vector<int> data(100);
for (int i = 0;; i = (i + 1) % 1000) table[i] = std::to_string(i);;
//! interrupt after 200 ms
//? error: cell 8 was interrupted; its state is kept
table.size() > 10
//= (bool) true
std::sort(data.begin(), data.end(), [](int a, int b) { while (true) { } return a < b; });;
//! interrupt after 200 ms
//? error: cell 10 was interrupted; its state is kept
qsort(data.data(), data.size(), sizeof(int), [](const void *, const void *) -> int { while (true) { } return 0; });;
//! interrupt after 200 ms
//? error: cell 11 was interrupted; its state is kept
for (;;) { auto p = std::make_unique<int>(3); data[0] += *p; };;
//! interrupt after 200 ms
//? error: cell 12 was interrupted; its state is kept
table[7]
//= (std::string) "7"
