//# A function template defined again: new uses and instantiations take the new one.
template <typename T> T f(T x) { return x + 1; }
f(1)
//= (int) 2
template <typename T> T f(T x) { return x + 2; }
f(1)
//= (int) 3
f(1.0)
//= (double) 3.0
