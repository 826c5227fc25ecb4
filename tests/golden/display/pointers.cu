//# Pointers: smart ones with what they own, host and null ones, those of functions, and lambdas.
#include <memory>
std::make_unique<int>(42)
//= (std::unique_ptr<int>) 0x… -> 42
std::unique_ptr<int> empty; empty
//= (std::unique_ptr<int>) nullptr
auto owner = std::make_shared<double>(2.5); *owner
//= (double) 2.5
std::weak_ptr<double>(owner).use_count()
//= (long) 1
int x = 3; *&x
//= (int) 3
int *none = nullptr; none
//= (int *) nullptr
nullptr
//= (std::nullptr_t) nullptr
&x == nullptr
//= (bool) false
//? cell 9:1:2: warning: comparison of address of 'x' equal to a null pointer is always false [-Wtautological-pointer-compare]
//?     1 | &x == nullptr
//?       |  ^    ~~~~~~~
int twice(int v) { return 2 * v; }
&twice
//= (int (*)(int)) function at 0x…
[](int v) { return v; }
//= ((lambda at cell 12:1:1)) lambda
void nothing() {}
nothing()
