//# A kernel that writes a few bytes beside an allocation is named, once for each allocation, whatever kind of memory it is; neighbours in the cell are not blamed.
//@ devices = ["cpu"]
//@ mistakes = true
__global__ void count(int *values, int n) { for (int i = 0; i <= n; i++) values[i] = i + 1; }
__global__ void right(int *values, int n) { for (int i = 0; i < n; i++) values[i] = i; }
__global__ void underrun(short *values) { values[-1] = 7; }
int *a, *b; cudaMalloc(&a, 7 * sizeof(int)); cudaMalloc(&b, 7 * sizeof(int));
right<<<1, 1>>>(a, 7); count<<<1, 1>>>(a, 7); right<<<1, 1>>>(b, 7);
//? note: cell 5: kernel `count` wrote 4 bytes past the end of an allocation of 28 bytes
count<<<1, 1>>>(a, 7);
right<<<1, 1>>>(b, 7);
short *s; cudaMallocHost(&s, 3 * sizeof(short));
underrun<<<1, 1>>>(s);
//? note: cell 9: kernel `underrun` wrote 2 bytes before the start of an allocation of 6 bytes
struct Vector { int n; int *values; };
template <class F> __global__ void call(F f) { f(); }
__global__ void fill(Vector v) { for (int i = 0; i < v.n; i++) v.values[i] = 5; }
Vector v{20}; cudaMallocManaged(&v.values, 19 * sizeof(int));
fill<<<1, 1>>>(v);
//? note: cell 14: kernel `fill` wrote 4 bytes past the end of an allocation of 76 bytes
v.values[18]
//= (int) 5
double *d; cudaMallocAsync(&d, 24, 0);
call<<<1, 1>>>([=] __device__() { d[4] = 1; d[5] = 2; });
//? note: cell 17: kernel `call<(lambda at cell 17:1:16)>` wrote 16 bytes, 8 bytes past the end of an allocation of 24 bytes
__device__ char text[6];
__global__ void write(int at) { text[at] = 'x'; }
write<<<1, 1>>>(5);
write<<<1, 1>>>(6);
//? note: cell 21: kernel `write` wrote 1 byte past the end of `text`, which has 6 bytes
int **table; cudaMallocManaged(&table, sizeof(int *)); cudaMallocManaged(table, 4);
__global__ void through(int **table) { table[0][1] = 3; }
through<<<1, 1>>>(table);
//? note: cell 24: kernel `through` or host code wrote 4 bytes past the end of an allocation of 4 bytes
int *m; cudaMallocManaged(&m, 12); m[3] = 0;
//? note: cell 25: host code wrote 4 bytes past the end of an allocation of 12 bytes
int *freed; cudaMalloc(&freed, 4);
__device__ int *kept;
__global__ void keep(int *p) { kept = p; }
__global__ void late() { kept[1] = 1; }
keep<<<1, 1>>>(freed); late<<<1, 1>>>(); cudaFree(freed);
//? note: cell 30: kernel `late` or host code wrote 4 bytes past the end of an allocation of 4 bytes
