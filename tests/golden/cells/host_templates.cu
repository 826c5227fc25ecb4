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
//= (const char *const) "int"
kind<float>
//= (const char *const) "other"
template <> const char *kind<double> = "double";
kind<double>
//= (const char *) "double"
template <class... T> auto sum(T... v) { return (v + ... + 0); }
sum(1, 2, 3.5)
//= (double) 6.5
