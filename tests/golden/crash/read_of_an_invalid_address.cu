//# The kind of access and its address are told, also for an expression whose value is shown.
//@ flags = ["--checkpoint=off"]
int load(const int *p) { return *p; }
load((int *)64)
//? error: cell 2 ended the executor: killed by SIGSEGV (read of invalid address 0x40)
//?   at cell 1:1 in `load(int const*)`
//?   at cell 2:1
//? note: a new executor runs with all definitions
load(new int(3))
//= (int) 3
