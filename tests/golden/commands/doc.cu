//# `%doc NAME`, `NAME?` and `?NAME` tell what a name is.
//@ devices = ["cpu"]
/// Adds `by` to each of `n` values.
__global__ void shift(int *x, int by, int n) { int i = threadIdx.x; if (i < n) x[i] += by; }
%doc shift
// Half of a number,
// rounded down.
int half_of(int number) { return number / 2; }
half_of?
?half_of
int half_of(int number, int up) { return (number + up) / 2; }
%doc half_of
#define LIMIT 100
%doc LIMIT
%doc nothing_of_this_name
%doc
