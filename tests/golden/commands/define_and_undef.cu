//# `%define` and `%undef` do what -D and -U do, at once and for the cells to come.
%define SIZE=64
SIZE * 2
%define SIZE=32
SIZE
%define ON
ON
%undef SIZE
#ifdef SIZE
true
#else
false
#endif
%define 9x
