//# Structured bindings are defined again as variables are: of the same type they are followed, of another one older code keeps its own.
#include <tuple>
#include <utility>
struct P { int x, y; };
auto [a, b] = std::pair(1, 2); auto [c, d] = P{3, 4}; int array[] = {5, 6}; auto &[e, f] = array;
int sum() { return a + b + c + d + e + f; }
sum()
//= (int) 21
auto [a, b] = std::pair(10, 20);
auto [c, d] = P{30, 40};
sum()
//= (int) 111
auto [a, b] = std::tuple("text", 0.5);
//? note: the `a` of cell 7 (`std::tuple_element<0UL, std::pair<int, int>>::type`) is still used by `sum`: its type has changed
//? note: the `b` of cell 7 (`std::tuple_element<1UL, std::pair<int, int>>::type`) is still used by `sum`: its type has changed
sum()
//= (int) 111
b
//= (double) 0.5
auto [c, z] = P{300, 400};
//? note: the `c` of cell 8 (`int`) is still used by `sum`: the newer one is of another kind
sum()
//= (int) 111
c + d + z
//= (int) 740
// Between bindings and variables.
int v = 1; int get() { return v; }
auto [v, w] = std::pair(100, 200);
//? note: the `v` of cell 16 (`int`) is still used by `get`: its type has changed
v + get()
//= (int) 101
int v = 5;
v + get()
//= (int) 10
auto [v, u] = std::pair(7.5, 1);
//? note: the `v` of cell 19 (`int`) is still used by `get`: its type has changed
get()
//= (int) 5
int w = 3;
w
//= (int) 3
%who
//= functions  sum, get
//= variables  array, e, f, d, a, b, c, z, v, u, w
//= types      P
%who -d a
//= variable      a    cell 10  std::tuple_element<0UL, std::tuple<const char *, double>>::type  version 3
//= used by
//=   function    sum  cell 5   keeps the version of cell 7
//= uses nothing
%undo 16
//? note: cells 9 to 24 are taken back: 8 more, `v`, `u`, `v`, `w`
sum()
//= (int) 111
