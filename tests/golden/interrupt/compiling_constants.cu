//# A cell that has clang evaluate constants for ever is stopped between two of them: clang itself bounds each.
int x = 1;
constexpr long work(long n) { long sum = 0; for (long i = 0; i < n; ++i) for (long j = 0; j < n; ++j) sum += i ^ j; return sum; }
template <int N> constexpr long total = total<N - 1> + work(200 + N);
template <> constexpr long total<0> = 0;
long sum = total<700>;;
//! interrupt compilation after 300 ms
//? error: cell 5 was interrupted while it was compiled; the session is as before
__global__ void k(long *out) { *out = total<700>; };
//! interrupt compilation after 300 ms
//? error: cell 5 was interrupted while it was compiled; the session is as before
long sum = total<1> + x;
sum
//= (long) 4858585
