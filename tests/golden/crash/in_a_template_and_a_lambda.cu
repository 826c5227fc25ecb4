//# Names of instantiations and lambdas in a backtrace.
//@ flags = ["--checkpoint=off"]
template <class T> T load(T *p) { return *p; }
auto twice = [](double *p) { return 2 * load(p); };
twice(nullptr)
//? error: cell 3 ended the executor: killed by SIGSEGV (read of a null pointer)
//?   at cell 1:1 in `double load<double>(double*)`
//?   at cell 2:1 in `lambda(double*)::operator()(double*) const`
//?   at cell 3:1
//? note: a new executor runs with all definitions; the values of these variables are lost: `twice`
double d = 4;
twice(&d)
//= (double) 8.0
