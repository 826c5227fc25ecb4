//# A function template defined again takes the place of the specialisations of the one before: for new uses and for older ones.
template <class T> int f(T) { return 1; }
template <> int f<int>(int) { return 2; }
int caller() { return f(0) * 10 + f(0.5); }
caller()
//= (int) 21
template <class T> int f(T) { return 3; }
caller()
//= (int) 33
f(0)
//= (int) 3
template <> int f<int>(int) { return 4; }
caller()
//= (int) 43
%undo 4
//? note: cells 6 to 9 are taken back: `f`
caller()
//= (int) 33
