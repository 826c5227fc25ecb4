//# The places of a crash are found in cells from before another crash.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
void poke(int *p) {
  *p = 1;
}
abort();
//? error: cell 2 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 2:1
//? note: cell 2 is taken back: all variables are as they were before it
poke(nullptr);
//? error: cell 2 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 1:2 in `poke(int*)`
//?   at cell 2:1
//? note: cell 2 is taken back: all variables are as they were before it
void outer(int *p) { poke(p); }
outer(nullptr);
//? error: cell 3 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 1:2 in `poke(int*)`
//?   at cell 2:1 in `outer(int*)`
//?   at cell 3:1
//? note: cell 3 is taken back: all variables are as they were before it
