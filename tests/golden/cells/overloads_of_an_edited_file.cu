//# An overload that an edited file does not have any more is not called by what is typed later; older code and other files' keep it.
#include <cstdlib>
system("printf 'int total(int n, float v) { return 1; }\\nint total(const char *) { return 2; }\\nint user() { return total(1, 1.5f); }\\n__global__ void k(int *p, float v) { *p = 1; }\\ntemplate <class T> int total(T *) { return 3; }\\n' > sums.cu")
//= (int) 0
%load sums.cu
int total(long a, long b, long c) { return 4; }
int mine() { return total(1, 1.5f); }
int *p; cudaMallocManaged(&p, sizeof *p);
k<<<1, 1>>>(p, 1.0f); cudaDeviceSynchronize(); *p
//= (int) 1
total(1, 1.5f) + 10 * total("x") + 100 * total(p) + 1000 * total(1, 1, 1) + 10000 * user() + 100000 * mine()
//= (int) 114321
system("sed -i 's/float v) { return 1/double v) { return 5/; s/float v) { .p = 1/double v) { *p = 5/' sums.cu")
//= (int) 0
%load sums.cu
//? note: the `total` of cell 3 (`int (int, float)`) is still used by `mine`: its type has changed
k<<<1, 1>>>(p, 1.0f); cudaDeviceSynchronize(); *p
//= (int) 5
total(1, 1.5f) + 10 * total("x") + 100 * total(p) + 1000 * total(1, 1, 1) + 10000 * user() + 100000 * mine()
//= (int) 154325
system("sed -i '/const char/d' sums.cu")
//= (int) 0
%load sums.cu
total("x") + 10 * total(1, 1.5f)
//= (int) 53
total(1, 1.5f) + 10 * total("x") + 100 * total(p) + 1000 * total(1, 1, 1) + 10000 * user() + 100000 * mine()
//= (int) 154335
%undo 4
//? note: cells 13 to 16 are taken back: 1 more, `total` (that of cell 10 is back), `user` (that of cell 10 is back), `total("x") + 10 * total(1, 1.5f)`, `total(1, 1.5f) + 10 * total("x") + 100 *…`
total("x")
//= (int) 2
system("sed -i 's/double v) { return 5/float v) { return 6/' sums.cu")
//= (int) 0
%load sums.cu
total(1, 1.5f) + 10 * total(p) + 100000 * mine() + 1000000 * user()
//= (int) 6600036
system("printf 'namespace in { int brought(int) { return 7; } }\\nusing in::brought;\\n' > brings.cu")
//= (int) 0
%load brings.cu
brought(1)
//= (int) 7
system("printf 'template <class T> int brought(T) { return 8; }\\n' > brings.cu")
//= (int) 0
%load brings.cu
brought(1)
//= (int) 8
