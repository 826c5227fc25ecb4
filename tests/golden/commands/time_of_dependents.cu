//# `%time` names the kernels of earlier cells that a cell has compiled again.
//@ flags = ["--no-cache"]
//@ changes_cache = true
//@ devices = ["cpu"]
__device__ int a(int x) { return x; }
__device__ int b(int x) { return x; }
__global__ void k1(int *p) { *p = a(*p); }
__global__ void k2(int *p) { *p = a(*p) + b(*p); }
__global__ void k3(int *p) { *p = 1; }
#include <string>
%%time
__device__ int a(int x) { return x + 1; }
//= cell 7 … ms
//=   compile … ms
//=     parse, host … ms
//=     parse, device … ms
//=     IR, host … ms
//=     IR, device … ms
//=   link … ms
//=   run … ms
//=   closures … ms  beside the rest
//=   kernel k1 … ms  compiled, plain loops; beside the rest
//=   kernel k2 … ms  compiled, plain loops; beside the rest
//=   2 kernels of earlier cells compiled again: k1, k2
%time __device__ int b(int x) { return x + 1; }
//= cell 8 … ms
//=   compile … ms
//=     parse, host … ms
//=     parse, device … ms
//=     IR, host … ms
//=     IR, device … ms
//=   link … ms
//=   run … ms
//=   closures … ms  beside the rest
//=   kernel k2 … ms  compiled, plain loops; beside the rest
//=   1 kernel of an earlier cell compiled again: k2
%time __global__ void k3(int *p) { *p = 2; }
//= cell 9 … ms
//=   compile … ms
//=     parse, host … ms
//=     parse, device … ms
//=     IR, host … ms
//=     IR, device … ms
//=   host object … ms  compiled
//=   link … ms
//=   run … ms
//=   closures … ms  beside the rest
//=   kernel k3 … ms  compiled, plain loops; beside the rest
