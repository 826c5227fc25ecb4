//# `static`, `inline` and `constexpr` functions are defined again too; what was evaluated at compile time stays.
static int s() { return 1; }
inline int i() { return 1; }
constexpr int c() { return 1; }
int sum() { return 100 * s() + 10 * i(); }
int array[c()];
static int s() { return 2; }
inline int i() { return 3; }
constexpr int c() { return 4; }
sum()
//= (int) 230
sizeof array / sizeof(int) + c()
//= (unsigned long) 5
