//# `%include` adds a directory to the include path, and the session stays as it was.
int before = 1;
__global__ void k(int *p) { *p = 2; }
%include .
#include <header_of_test.h>
from_header()
//= (int) 17
int *p; cudaMallocManaged(&p, sizeof(int)); k<<<1, 1>>>(p);
before + *p
//= (int) 3
%include no/such/directory
//? error: `no/such/directory` is no directory
