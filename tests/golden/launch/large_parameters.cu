//# A kernel may take 32,764 bytes of parameters; more is an error where it is defined.
struct Table { int value[8000]; };
__global__ void sum(const __grid_constant__ Table table, int *result) { int s = 0; for (int i = 0; i < 8000; ++i) s += table.value[i]; *result = s; }
Table table; for (int i = 0; i < 8000; ++i) table.value[i] = i % 7;
int *result; cudaMallocManaged(&result, sizeof *result);
sum<<<1, 1>>>(table, result); cudaDeviceSynchronize(); *result
//= (int) 23997
struct Wide { float value[9000]; };
__global__ void wide(Wide all) {}
//? cell 7:1:17: error: the parameters of kernel 'wide' take 36000 bytes, 32764 at most are allowed
//?     1 | __global__ void wide(Wide all) {}
//?       |                 ^
//? cell 7:1:17: note: pass a pointer to memory of the device, or use a `__constant__` variable
template <int N> struct Some { char value[N]; };
template <int N> __global__ void some(Some<N> all, char c) {}
some<100><<<1, 1>>>({}, 'c'); some<32764><<<1, 1>>>({}, 'c');
//? cell 8:1:34: error: the parameters of kernel 'some<32764>' take 32765 bytes, 32764 at most are allowed
//?     1 | template <int N> __global__ void some(Some<N> all, char c) {}
//?       |                                  ^
//? cell 8:1:34: note: pass a pointer to memory of the device, or use a `__constant__` variable
//? cell 9:1:31: note: in this instance of kernel template 'some<32764>'
//?     1 | some<100><<<1, 1>>>({}, 'c'); some<32764><<<1, 1>>>({}, 'c');
//?       |                               ^
