//# Function, class and variable templates, specialised in later cells and deduced at the call.
template <class T> T largest(T a, T b) { return a < b ? b : a; }
largest(3, 4)
//= (int) 4
largest(2.5, -1.0)
//= (double) 2.5
template <class T, int N> struct Ring { T data[N] = {}; int next = 0; void put(T v) { data[next++ % N] = v; } };
Ring<int, 3> ring; for (int i = 1; i <= 4; ++i) ring.put(i);
ring.data
//= (int[3]) {4, 2, 3}
template <class T> constexpr const char *kind = "other"; template <> constexpr const char *kind<int> = "int";
kind<int>
kind<float>
template <> const char *kind<double> = "double";
//? cell 8:1:10: error: expected ';' after expression
//?     1 | kind<int>
//?       |          ^
//?       |          ;
//? cell 8:2:1: error: use of variable template 'kind' requires template arguments
//?     2 | kind<float>
//?       | ^
//? cell 7:1:42: note: template is declared here
//?     1 | template <class T> constexpr const char *kind = "other"; template <> constexpr const char *kind<int> = "int";
//?       | ~~~~~~~~~~~~~~~~~~                       ^
kind<double>
template <class... T> auto sum(T... v) { return (v + ... + 0); }
//? cell 8:1:13: error: expected ';' after expression
//?     1 | kind<double>
//?       |             ^
//?       |             ;
sum(1, 2, 3.5)
//? cell 8:1:1: error: use of undeclared identifier 'sum'
//?     1 | sum(1, 2, 3.5)
//?       | ^~~
