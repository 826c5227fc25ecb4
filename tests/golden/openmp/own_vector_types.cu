//# A header that has its own vector types for OpenMP clashes with CUDA's, and the way out is told: what nvcc reads without -fopenmp.
//@ devices = ["cpu"]
#include "vectors.h"
//? In file included from cell 1:1:
//? ./vectors.h:2:36: error: typedef redefinition with different types ('struct double3' vs 'double3')
//?     2 | typedef struct { double x, y, z; } double3;
//?       |                                    ^
//? hint: CUDA has `double3` itself; if a header defines it for OpenMP, `-U_OPENMP` reads the program as nvcc does without `-fopenmp`
1
//= (int) 1
