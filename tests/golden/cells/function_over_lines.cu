//# `int f(){` and Enter goes on until the brace is closed, over blank lines and comments; then it is one cell.
int f(){
  // half of it

  return 21;
}
f() * 2
//= (int) 42
template <class T>
struct Pair
{
  T a, b;
};
Pair<int>{1, 2}
//= (Pair<int>) {a: 1, b: 2}
