//# An alias of what is nowhere defined is told wherever it stands: clang drops it without a word in CUDA's host code.
namespace n { extern "C" { int nowhere() __attribute__((alias("nothing"))); } }
//? cell 1:1:57: error: alias must point to a defined variable or function
//?     1 | namespace n { extern "C" { int nowhere() __attribute__((alias("nothing"))); } }
//?       |                                                         ^
extern "C" { namespace n { namespace m { int deeper() __attribute__((alias("nothing"))); } } }
//? cell 1:1:70: error: alias must point to a defined variable or function
//?     1 | extern "C" { namespace n { namespace m { int deeper() __attribute__((alias("nothing"))); } } }
//?       |                                                                      ^
namespace n { extern "C" { int there() { return 3; } int here() __attribute__((alias("there"))); } }
n::here()
//= (int) 3
