//# A cell that closes everything is taken back too: the connection and the standard streams are made anew.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
#include <cstdio>
#include <unistd.h>
int x = 5;
x = 6; for (int fd = 0; fd < 256; ++fd) close(fd);
//? error: cell 4 ended the executor: closed its connection to the session, by which alone it can be used (did a cell close all descriptors?)
//? note: cell 4 is taken back: all variables are as they were before it
x
//= (int) 5
printf("heard\n");
//= heard
