//# `%reset` is a session as at the start: numbers from 1, the command line's flags; the history stays.
//@ flags = ["-DX=4"]
//@ expected_failures = { toolkit = "a header of the toolkit that clang always reads has a variable `X`" }
#include <cstdio>
struct Loud { ~Loud() { puts("destroyed"); } } loud;
%define X=5
X
//= (int) 5
%sync off
%reset
//= destroyed
%who
//= nothing is defined
X
//= (int) 4
%sync
//= sync is on
broken
//? cell 2:1:1: error: use of undeclared identifier 'broken'
//?     1 | broken
//?       | ^~~~~~
%history 3
//= 1> X
//= 2> %sync
//= 2> broken
%reset now
//? error: usage: `%reset`
