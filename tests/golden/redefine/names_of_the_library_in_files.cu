//# In a file a name conflicts with the library only if the file includes that header: what Chevron reads before it is nobody's conflict, in several files neither.
//@ expected_failures = { toolkit = "a toolkit's headers have no `max` of their own in the global namespace" }
%load alone.cu
//= (int) 233
rename
//= (int) 3
%load includes.cu
//? includes.cu:2:5: error: redefinition of 'max' as different kind of symbol
//?     2 | int max = 4;
//?       |     ^
%load one.cu two.cu three.c
//= (int) 1234
//? note: each file is a unit of its own: declare here what you want to use of them, as another file would
