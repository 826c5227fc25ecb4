//# `%save` writes the cells that are part of the session, and only those, as a file that replays them.
#include <cstdio>
int x = 1;
no_such_name
//? cell 3:1:1: error: use of undeclared identifier 'no_such_name'
//?     1 | no_such_name
//?       | ^~~~~~~~~~~~
x + 1
//= (int) 2
%save saved.cu
//? note: 3 cells written to `saved.cu`
FILE *file = fopen("saved.cu", "r"); for (int c; (c = fgetc(file)) != EOF;) putchar(c == '%' ? '#' : c); fclose(file);
//= // A session of Chevron; `chevron run` replays it.
//= // ## cell 1
//= #include <cstdio>
//= // ## cell 2
//= int x = 1;
//= // ## cell 3
//= x + 1
%save no/such/place
//? error: `no/such/place` cannot be written: No such file or directory (os error 2)
