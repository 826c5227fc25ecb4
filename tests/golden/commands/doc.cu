//# `%doc NAME`, `NAME?` and `?NAME` tell what a name is.
//@ devices = ["cpu"]
/** Adds `by` to each of `n` values. */ __global__ void shift(int *x, int by, int n) { int i = threadIdx.x; if (i < n) x[i] += by; }
%doc shift
//= __global__ void shift(int *x, int by, int n)
//=
//= cell 1
//= kernel `shift`: no static shared memory, 16 bytes of parameters, 968 bytes of code
/** Half of a number. */ int half_of(int number) { return number / 2; }
half_of?
//= int half_of(int number)
//=
//= cell 2
?half_of
//= int half_of(int number)
//=
//= cell 2
int half_of(int number, int up) { return (number + up) / 2; }
%doc half_of
//= int half_of(int number, int up)
//= int half_of(int number)
//=
//= cell 2
//= cell 3
#define LIMIT 100
%doc LIMIT
//= #define LIMIT 100
//=
//= cell 4
%doc nothing_of_this_name
//? error: nothing is known of `nothing_of_this_name`
%doc
//? error: usage: `%doc NAME`
