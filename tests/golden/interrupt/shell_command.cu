//# A shell command is ended with the cell that waits for it, and nothing after it happens.
#include <cstdlib>
int x = 5;
system("echo $$ > process; exec sleep 100"); x = 0;;
//! interrupt after 300 ms
//? error: cell 3 was interrupted; its state is kept
x
//= (int) 5
system("kill -0 $(cat process) 2> /dev/null") != 0
//= (bool) true
system("trap '' INT; while :; do :; done"); x = 0;;
//! interrupt after 300 ms
//? error: cell 6 was interrupted; its state is kept
x
//= (int) 5
WEXITSTATUS(system("exit 3"))
//= (int) 3
system(nullptr) != 0
//= (bool) true
