//# `extern "C"` functions are defined again under their one symbol.
extern "C" int f(int x) { return x; }
int g() { return f(1); }
extern "C" int f(int x) { return x + 41; }
g()
//= (int) 42
