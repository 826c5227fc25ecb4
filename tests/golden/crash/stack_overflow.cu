//# Endless recursion: the handlers have a stack of their own, and calls in a row are one line.
//@ flags = ["--checkpoint=off"]
int deep(int n) { return n + deep(n + 1) * 2; }
deep(1)
//? error: cell 2 ended the executor: killed by SIGSEGV (stack overflow)
//?   at cell 1:1 in `deep(int)`, 256 calls in a row
//?   … and more calls
//? note: a new executor runs with all definitions
int twice(int x) { return 2 * x; }
twice(2)
//= (int) 4
