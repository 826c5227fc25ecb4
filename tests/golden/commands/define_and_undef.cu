//# `%define` and `%undef` do what -D and -U do, at once and for the cells to come.
%define SIZE=64
SIZE * 2
//= (int) 128
%define SIZE=32
SIZE
//= (int) 32
%define ON
ON
//= (int) 1
%undef SIZE
#ifdef SIZE
true
#else
false
#endif
//= (bool) false
%define 9x
//? error: usage: `%define NAME[=VALUE]`
