//# Lambdas live across cells: by capture of globals, by value, by reference, generic, mutable, and as `std::function`.
int base = 10;
auto add = [](int x) { return x + base; };
add(5)
//= (int) 15
base = 20; add(5)
//= (int) 25
#include <functional>
std::function<int(int)> factorial = [](int n) { return n < 2 ? 1 : n * factorial(n - 1); };
factorial(10)
//= (int) 3628800
auto count = [n = 0]() mutable { return ++n; };
count(); count(); count()
//= (int) 3
auto both = [](auto a, auto b) { return a + b; };
both(1, 2.5)
//= (double) 3.5
[](int x) { return x * x; }(12)
//= (int) 144
