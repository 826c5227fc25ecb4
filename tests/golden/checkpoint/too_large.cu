//# By default checkpoints are kept of executors with up to 256 MiB: beyond that a crash says why the values are lost, and `%checkpoint on` lifts the limit.
//@ devices = ["cpu"]
#include <vector>
std::vector<char> big(300 << 20, 1);
int x = 5;;
//! rest 1000 ms
x = 6; abort();
//? error: cell 4 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 4:1
//? note: a new executor runs with all definitions; the values of these variables are lost: `big`, `x`
//? note: there was no checkpoint to go back to: the executor held 300 MiB and checkpoints are kept of 256 MiB at most (`%checkpoint on` lifts that)
std::vector<char> big(300 << 20, 1);
%checkpoint on
x = 7;
big[5] = 2; x = 8; abort();
//? error: cell 7 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 7:1
//? note: cell 7 is taken back: all variables are as they were before it
x + big[5] + big[299 << 20]
//= (int) 9
