//# `%load` reads regular files alone: a device or a pipe might never end, and a session that waits for one could not be interrupted.
#include <sys/stat.h>
int kept = 3;
%load /dev/zero
//? error: `/dev/zero` cannot be read: it is no regular file, so it might never end
mkfifo("pipe", 0600)
//= (int) 0
%load pipe
//? error: `pipe` cannot be read: it is no regular file, so it might never end
kept
//= (int) 3
