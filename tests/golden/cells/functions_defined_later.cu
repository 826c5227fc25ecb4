//# A function may use another that only a later cell defines, as in a file; called too early, it throws.
#include <cstdio>
#include <string>
int odd(int n);
int even(int n) { return n == 0 ? 1 : odd(n - 1); }
even(0)
//= (int) 1
even(7)
//? error: cell 6: uncaught exception `std::runtime_error`: nothing defines `odd(int)` yet: define it, or load the library that has it (`%lib NAME`, `-l NAME`); `chevron run a.cu b.cu` takes a program of several files
try { even(1); } catch (const std::exception &error) { printf("%s\n", error.what()); }
//= nothing defines `odd(int)` yet: define it, or load the library that has it (`%lib NAME`, `-l NAME`); `chevron run a.cu b.cu` takes a program of several files
int (*taken)(int) = nullptr;
void take() { taken = odd; }
take();
int odd(int n) { return n == 0 ? 0 : even(n - 1); }
even(7)
//= (int) 0
taken(7)
//= (int) 1
int odd(int n) { return n == 0 ? -1 : even(n - 1); }
even(7)
//= (int) -1
taken(7)
//= (int) 1
// Both definitions are taken back, and another is given.
%undo 6
//? note: cells 11 to 16 are taken back: `odd`, `odd`
even(7)
//? error: cell 11: uncaught exception `std::runtime_error`: nothing defines `odd(int)` yet: define it, or load the library that has it (`%lib NAME`, `-l NAME`); `chevron run a.cu b.cu` takes a program of several files
int odd(int n) { return n == 0 ? 5 : even(n - 1); }
even(7)
//= (int) 5
taken(7)
//= (int) 1
// Arguments of every kind reach it.
struct Big { double part[6]; };
Big made(Big from, int index, double part);
double sum(int index) { Big big = made({{1, 2, 3}}, index, 0.5); return big.part[0] + big.part[index]; }
struct Account { int cents = 40; int twice() const; };
std::string told(const Account &account) { return std::to_string(account.twice()); }
Big made(Big from, int index, double part) { from.part[index] += part; return from; }
sum(2)
//= (double) 4.5
int Account::twice() const { return 2 * cents; }
told({})
//= (std::string) "80"
template <class T> T half(T value);
double quarter(double value) { return half(half(value)); }
quarter(10)
//? error: cell 26: uncaught exception `std::runtime_error`: nothing defines `double half<double>(double)` yet: define it, or load the library that has it (`%lib NAME`, `-l NAME`); `chevron run a.cu b.cu` takes a program of several files
template <class T> T half(T value) { return value / 2; }
quarter(10)
//= (double) 2.5
// A library may bring it, and a weak one may be missing.
%lib z
extern "C" const char *zError(int code);
std::string meaning() { return zError(-3); }
meaning()
//= (std::string) "data error"
__attribute__((weak)) void optional();
bool there() { return optional != nullptr; }
there()
//= (bool) false
void optional() {}
there()
//= (bool) true
// A variable is needed as soon as it is named.
extern int count;
int counted() { return count; }
//? error: cell 38: nothing defines `count`
//? hint: define it, or load the library that has it with `%lib NAME`, then enter the cell again
// So may virtual functions other than the one that the table comes with.
struct Shape { virtual int corners(); virtual int sides(); int both() { return corners() + sides(); } };
int Shape::corners() { return 3; }
Shape shape;
shape.both()
//? error: cell 41: uncaught exception `std::runtime_error`: nothing defines `Shape::sides()` yet: define it, or load the library that has it (`%lib NAME`, `-l NAME`); `chevron run a.cu b.cu` takes a program of several files
int Shape::sides() { return 4; }
shape.both()
//= (int) 7
