//# What is wrong in a file of cells is told by the file's name and lines: by the compiler, by a kernel, and when a cell runs.
//@ devices = ["cpu"]
//@ mistakes = true
%load cells.cu
//= (int) -6
//? cells.cu:15:3: error: use of undeclared identifier 'missing'
//?    15 |   missing
//?       |   ^~~~~~~
//? error: cell 4 (cells.cu:21): kernel `store` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid write to address 0x0
//?   at cells.cu:22 in `store`
//? cells.cu:29:15: error: expected expression
//?    29 | int y = size *;
//?       |               ^
//? error: cell 5 (cells.cu:31): uncaught exception `const char *`: no divisor
//? error: cell 6 (cells.cu:33): nothing defines `nowhere()`
//? hint: define it, or load the library that has it with `%lib NAME`, then enter the cell again
// What the file defined is of the file still, what is typed is not.
half(0);
//? error: cell 6: uncaught exception `const char *`: no divisor
oops
//? cell 7:1:1: error: use of undeclared identifier 'oops'
//?     1 | oops
//?       | ^~~~
// A file may load another one, and goes on with its own lines.
%load outer.cu
//= (int) 6
//? inner.cu:4:1: error: use of undeclared identifier 'wrong_in_inner'
//?     4 | wrong_in_inner
//?       | ^~~~~~~~~~~~~~
//? outer.cu:4:1: error: use of undeclared identifier 'wrong_in_outer'
//?     4 | wrong_in_outer
//?       | ^~~~~~~~~~~~~~
