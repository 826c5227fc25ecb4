//# A cell that closes every descriptor cuts the executor off.
//@ flags = ["--checkpoint=off"]
#include <unistd.h>
for (int fd = 3; fd < 256; ++fd) close(fd);
//? error: cell 2 ended the executor: closed its connection to the session, by which alone it can be used (did a cell close all descriptors?)
//? note: a new executor runs with all definitions
1
//= (int) 1
