//# Structured bindings at top level name parts of arrays, structs, pairs and tuples, and are assigned through.
#include <tuple>
#include <map>
struct Pixel { int r, g, b; }; Pixel pixel{1, 2, 3};
auto &[r, g, b] = pixel;
g = 20; pixel.g + r + b
//= (int) 24
auto [x, y] = std::pair<int, double>(4, 0.5);
x * y
//= (std::tuple_element<1UL, std::pair<int, double>>::type) 2.0
int numbers[2] = {7, 8}; auto [seven, eight] = numbers; seven * eight
//= (int) 56
auto [i, f, s] = std::make_tuple(1, 2.5f, "three");
s
//= (std::tuple_element<2UL, tuple<typename __decay_and_strip<int>::__type, typename __decay_and_strip<float>::__type, typename __decay_and_strip<const char (&)[6]>::__type>>::type) "three"
std::map<int, int> m; auto [where, fresh] = m.insert({1, 2});
fresh
//= (std::tuple_element<1UL, std::pair<iterator, bool>>::type) true
