//# A member of a class template whose instantiation failed: the error comes each time, and goes once the argument has what it needs.
struct Bare { int value; };
template <typename T> struct Pair {
  T first, second;
  bool equal() const { return first == second; }
};
Pair<Bare>{{1}, {1}}.equal()
//? cell 2:3:37: error: invalid operands to binary expression ('const Bare' and 'const Bare')
//?     3 |   bool equal() const { return first == second; }
//?       |                               ~~~~~ ^  ~~~~~~
//? cell 3:1:22: note: in instantiation of member function 'Pair<Bare>::equal' requested here
//?     1 | Pair<Bare>{{1}, {1}}.equal()
//?       |                      ^
Pair<Bare>{{1}, {1}}.equal()
//? cell 2:3:37: error: invalid operands to binary expression ('const Bare' and 'const Bare')
//?     3 |   bool equal() const { return first == second; }
//?       |                               ~~~~~ ^  ~~~~~~
//? cell 3:1:22: note: in instantiation of member function 'Pair<Bare>::equal' requested here
//?     1 | Pair<Bare>{{1}, {1}}.equal()
//?       |                      ^
Pair<int>{1, 1}.equal()
//= (bool) true
bool operator==(Bare a, Bare b) { return a.value == b.value; }
Pair<Bare>{{1}, {2}}.equal()
//= (bool) false
