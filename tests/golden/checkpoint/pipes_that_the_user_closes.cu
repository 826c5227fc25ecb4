//# A checkpoint holds no descriptor open that a cell closes: who reads from a pipe sees its end.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
#include <cstdio>
#include <unistd.h>
FILE *sorted = popen("sort", "w");
int ends[2]; pipe(ends);
fputs("b\na\n", sorted); write(ends[1], "x", 1)
//= (ssize_t) 1
close(ends[1])
//= (int) 0
char c; int first = read(ends[0], &c, 1), second = read(ends[0], &c, 1);
first * 10 + second
//= (int) 10
pclose(sorted)
//= a
//= b
//= (int) 0
