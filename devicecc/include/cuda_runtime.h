// What nvcc includes implicitly. It is read each time that it is included, for a C++ file has the guards from there on.
#include "chevron/include_guards.h"
#include "chevron/runtime_headers.h"
