//# Lambdas capture the session's variables as they would local ones: copies are made where the lambda is, and device code has no other way to a host variable. To C++ they are global, where `[=]` and `[n]` are errors.
//@ devices = ["cpu", "cuda"]
template <class F> __global__ void fill(float *out, F f) { out[threadIdx.x] = f(threadIdx.x); }
float *out; cudaMallocManaged(&out, 4 * sizeof(float));
void run(auto f) { fill<<<1, 4>>>(out, f); cudaDeviceSynchronize(); printf("%g %g\n", out[0], out[3]); }
int n = 3;
struct Shift { float by; } shift{0.5f};
run([=] __device__ (int i) { return i * n + shift.by; });
//= 0.5 9.5
run([n, shift] __device__ (int i) { return i * n + shift.by; })
//= 0.5 9.5
auto f = [=] __device__ (int i) { return i * n + shift.by; }
n = 100; shift.by = 0;
run(f)
//= 0.5 9.5
fill<<<1, 4>>>(out, [=] __device__ (int i) { return float(n - i); }); cudaDeviceSynchronize();
out[3]
//= (float) 97.0f
auto by_value = [=](int k) { return k + n; }
auto by_name = [&](int k) { return k + n; };
n = 1;
by_value(1)
//= (int) 101
by_name(1)
//= (int) 2
auto count = [n]() mutable { return n++; };
count() + count()
//= (int) 3
const int size = 2;
run([=] __device__ (int i) { float table[size] = {1, 2}; return table[i % size] + n; });
//= 2 3
int array[2] = {1, 2};
run([=] __device__ (int i) { return array[0] + n; });
//? cell 23:1:37: error: reference to __host__ variable 'array' in __device__ function
//?     1 | run([=] __device__ (int i) { return array[0] + n; });
//?       |                                     ^
//? cell 22:1:5: note: host variable declared here
//?     1 | int array[2] = {1, 2};
//?       |     ^
//? cell 23:1:48: error: reference to __host__ variable 'n' in __device__ function
//?     1 | run([=] __device__ (int i) { return array[0] + n; });
//?       |                                                ^
//? cell 4:1:5: note: host variable declared here
//?     1 | int n = 3;
//?       |     ^
auto wrong = [=](int k) { return k + n + missing; }
//? cell 23:1:15: error: non-local lambda expression cannot have a capture-default
//?     1 | auto wrong = [=](int k) { return k + n + missing; }
//?       |               ^
//? cell 23:1:42: error: use of undeclared identifier 'missing'
//?     1 | auto wrong = [=](int k) { return k + n + missing; }
//?       |                                          ^~~~~~~
//? cell 23:1:52: error: expected ';' after top level declarator
//?     1 | auto wrong = [=](int k) { return k + n + missing; }
//?       |                                                    ^
//?       |                                                    ;
__global__ void kernel() { out[0] = n; }
//? cell 23:1:28: error: reference to __host__ variable 'out' in __global__ function
//?     1 | __global__ void kernel() { out[0] = n; }
//?       |                            ^
//? cell 2:1:8: note: host variable declared here
//?     1 | float *out; cudaMallocManaged(&out, 4 * sizeof(float));
//?       |        ^
//? cell 23:1:37: error: reference to __host__ variable 'n' in __global__ function
//?     1 | __global__ void kernel() { out[0] = n; }
//?       |                                     ^
//? cell 4:1:5: note: host variable declared here
//?     1 | int n = 3;
//?       |     ^
