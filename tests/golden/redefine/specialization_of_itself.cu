//# A specialization whose arguments name its own template may be defined again, of classes as of variables, on the host and on the device.
template <class T> struct S { static constexpr int v = 1; };
template <> struct S<S<int>> { static constexpr int v = 2; };
template <> struct S<S<S<int>>> { static constexpr int v = 3; };
template <class T> __global__ void k(int *out) { *out = S<S<T>>::v * 10 + S<S<S<T>>>::v; }
int *out; cudaMallocManaged(&out, sizeof(int));
k<int><<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 23
template <> struct S<S<int>> { static constexpr int v = 4; };
S<int>::v * 100 + S<S<int>>::v * 10 + S<S<S<int>>>::v
//= (int) 141
template <> struct S<S<S<int>>> { static constexpr int v = 5; };
S<int>::v * 100 + S<S<int>>::v * 10 + S<S<S<int>>>::v
//= (int) 145
k<int><<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 45
// Partial ones.
template <class T> struct S<S<T> *> { static constexpr int v = 6; };
S<S<int> *>::v
//= (const int) 6
template <class T> struct S<S<T> *> { static constexpr int v = 7; };
S<S<int> *>::v
//= (const int) 7
// Of variables; with a shift among the arguments.
template <class T, int N = 0> struct R { int r[N + 1]; };
template <class T> constexpr int size = 1;
template <> constexpr int size<R<R<int>, (8 >> 1)>> = 2;
size<R<R<int>, 4>>
//= (const int) 2
template <> constexpr int size<R<R<int>, (8 >> 1)>> = 3;
size<R<R<int>, 4>>
//= (const int) 3
template <int N> constexpr int next = N + 1;
template <> constexpr int next<next<next<1>>> = 10;
template <> constexpr int next<next<next<1>>> = 20;
next<3>
//= (const int) 20
// Two of one cell are a mistake, as in a file.
template <> struct S<char> { static constexpr int v = 8; }; template <> struct S<char> { static constexpr int v = 9; };
//? cell 26:1:80: error: redefinition of 'S<char>'
//?     1 | template <> struct S<char> { static constexpr int v = 8; }; template <> struct S<char> { static constexpr int v = 9; };
//?       |                                                                                ^~~~~~~
//? cell 26:1:20: note: previous definition is here
//?     1 | template <> struct S<char> { static constexpr int v = 8; }; template <> struct S<char> { static constexpr int v = 9; };
//?       |                    ^
S<char>::v
//= (const int) 1
