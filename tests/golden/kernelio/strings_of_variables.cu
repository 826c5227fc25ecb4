//# Device variables that point to strings: the strings stay, whatever is compiled, redefined or reset afterwards.
__device__ const char *greeting = "Lorem ipsum dolor sit amet";
__constant__ const char *days[] = {"Monday", "Tuesday", "Wednesday"};
struct Entry { const char *name; int number; const int *list; };
__device__ const int primes[] = {2, 3, 5};
__device__ Entry entries[2] = {{"first", 1, primes}, {"second", 2, primes + 1}};
__managed__ const char *shared_text = "managed";
__global__ void tell() { printf("%s; %s %s; %s %d; %s\n", greeting, days[0], days[2], entries[1].name, entries[1].list[1], shared_text); }
tell<<<1, 1>>>();
//= Lorem ipsum dolor sit amet; Monday Wednesday; second 5; managed
// Other objects come and go in between.
template <int N> __global__ void fill(int *x) { for (int i = 0; i < N; ++i) x[i] = N * i; }
int *x; cudaMalloc(&x, 400);
fill<3><<<1, 1>>>(x); fill<7><<<1, 1>>>(x); fill<50><<<1, 1>>>(x);
__device__ int table[64] = {1, 2, 3};
__device__ const char *greeting = "changed";
__global__ void kept(const char **where) { where[0] = entries[0].name, where[1] = days[1]; }
const char **where; cudaMallocManaged(&where, 16);
kept<<<1, 1>>>(where);
tell<<<1, 1>>>();
//= changed; Monday Wednesday; second 5; managed
__global__ void show(const char **where) { printf("%s, %s, %s\n", where[0], where[1], greeting); }
show<<<1, 1>>>(where);
//= first, Tuesday, changed
