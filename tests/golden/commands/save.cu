//# `%save` writes the cells that are part of the session, and only those, as a file that replays them.
#include <cstdio>
int x = 1;
no_such_name
x + 1
%save saved.cu
FILE *file = fopen("saved.cu", "r"); for (int c; (c = fgetc(file)) != EOF;) putchar(c == '%' ? '#' : c); fclose(file);
%save no/such/place
