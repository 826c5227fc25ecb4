//# A cell on which the compiler itself runs out of stack is told in one line and costs nothing but that cell.
int before = 1;
#define HUNDRED !!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!
#define THOUSAND HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED
#define TEN_THOUSAND THOUSAND THOUSAND THOUSAND THOUSAND THOUSAND THOUSAND THOUSAND THOUSAND THOUSAND THOUSAND
bool deep = TEN_THOUSAND TEN_THOUSAND TEN_THOUSAND TEN_THOUSAND TEN_THOUSAND TEN_THOUSAND TEN_THOUSAND TEN_THOUSAND TEN_THOUSAND TEN_THOUSAND before;
//? error: the compiler failed on this cell, the session is as before: clang crashed on cell 5
int after = before + 1;
__global__ void k(int *p) { *p = 9; }
int *p; cudaMallocManaged(&p, sizeof(int)); k<<<1, 1>>>(p);
after + *p
//= (int) 11
