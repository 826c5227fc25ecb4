//# `%save` writes over no file that is there, unless it is told to with `-f`.
#include <cstdio>
FILE *own = fopen("own.txt", "w"); fputs("precious\n", own); fclose(own);
%save own.txt
//? error: `own.txt` is there already and was left as it is; `%save -f own.txt` overwrites it
own = fopen("own.txt", "r"); for (int c; (c = fgetc(own)) != EOF;) putchar(c); fclose(own);
//= precious
%save -f own.txt
//? note: 3 cells written to `own.txt`
%save fresh.cu
//? note: 3 cells written to `fresh.cu`
%save -f
//? error: usage: `%save [-f] FILE`
