//# Alias templates as arguments of templates: older instances stay what they are, newer ones are others.
template <class T> using Al = T;
template <template <class> class X> int sz() { return sizeof(X<int>); }
sz<Al>()
//= (int) 4
int z() { return sz<Al>(); }
template <class T> using Al = T[10];
//? note: the `Al` of cell 1 (`T`) is still used by `z`: its type has changed
sz<Al>() + 1000 * z()
//= (int) 4040
template <template <class> class X> int sz() { return sizeof(X<int>) + 1; }
sz<Al>() + 1000 * z()
//= (int) 5041
