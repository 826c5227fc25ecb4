//# Names that the C library or CUDA's own functions have may be defined as variables, types, functions and kernels: what comes behind sees the user's, library code goes on with its own.
//@ expected_failures = { toolkit = "a toolkit declares `tgamma` for host and device apart" }
int access = 40;
++access
//= (int) 41
float yn = 0.25f, rint(1);
yn
//= (float) 0.25f
int time = 5;
std::time(nullptr) > time
//= (bool) true
char free = 'f';
#include <vector>
std::vector<int>(1000, 3).size()
//= (unsigned long) 1000
free
//= (char) 'f'
__device__ float j1;
__constant__ int hypot = 6;
__global__ void write() { j1 = hypot / 4.0f; }
write<<<1, 1>>>();
j1
//= (float) 1.5f
__global__ void sleep(int pause) { printf("%d\n", pause + min(3, 4)); }
sleep<<<1, 1>>>(7);
//= 10
struct tms { double x; };
tms{2}
//= (tms) {x: 2}
double tgamma(double x) { return -x; }
tgamma(4)
//= (double) 6.0
long abs(int x) { return 100 + x; }
abs(-1) + abs(-2.5)
//= (double) 101.5
__device__ double erf(double) { return 9; }
__global__ void both() { printf("%g %g\n", erf(1.0), erf(0.0f)); }
both<<<1, 1>>>();
//= 9 0
erf(0.0)
//= (double) 0.0
int min(int a, int b) { return a < b ? -a : -b; }
min(3, 4)
//= (int) -3
min(3u, 4u)
//= (unsigned int) 3
sleep<<<1, 1>>>(7);
//= 10
__host__ __device__ int min(int, int) { return 1000; }
min(3, 4)
//= (int) 1000
__global__ void again() { printf("%d\n", min(3, 4)); }
again<<<1, 1>>>();
//= 1000
auto floor = "ground";
floor
//= (const char *) "ground"
static int link = 8; namespace { int dup = 9; }
link + dup
//= (int) 17
double time(long *) { return 0.5; }
time(nullptr)
//= (double) 0.5
int time = 6;
time
//= (int) 6
%undo 2
//? note: cells 42 to 43 are taken back: `time` (that of cell 40 is back)
time(nullptr)
//= (double) 0.5
nothing
//? cell 43:1:1: error: use of undeclared identifier 'nothing'
//?     1 | nothing
//?       | ^~~~~~~
access
//= (int) 41
#include <ctime>
#include <cstdlib>
access
//= (int) 41
int stdlib = atoi("3"); int atoi = stdlib + 1;
atoi
//= (int) 4
