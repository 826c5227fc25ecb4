//# `%load` reads regular files alone: a device or a pipe might never end, and a session that waits for one could not be interrupted.
#include <sys/stat.h>
int kept = 3;
%load /dev/zero
mkfifo("pipe", 0600)
%load pipe
kept
