//# Structured bindings at top level name parts of arrays, structs, pairs and tuples, and are assigned through.
#include <tuple>
#include <map>
struct Pixel { int r, g, b; }; Pixel pixel{1, 2, 3};
auto &[r, g, b] = pixel;
g = 20; pixel.g + r + b
//= (int) 24
auto [x, y] = std::pair<int, double>(4, 0.5);
x * y
//= (double) 2.0
int numbers[2] = {7, 8}; auto [seven, eight] = numbers; seven * eight
//= (int) 56
auto [i, f, s] = std::make_tuple(1, 2.5f, "three");
s
//= (const char *) "three"
std::map<int, int> m; auto [where, fresh] = m.insert({1, 2});
fresh
//= (bool) true
