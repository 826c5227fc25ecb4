//# Heap corruption that the C library catches: what it found is part of the one line.
//@ flags = ["--checkpoint=off"]
#include <cstdlib>
void twice(char *block) {
  std::free(block);
  std::free(block);
}
twice((char *)std::malloc(100));
//? free(): double free detected in tcache 2
//? error: cell 3 ended the executor: killed by SIGABRT (abort: free(): double free detected in tcache 2)
//?   at cell 2:3 in `twice(char*)`
//?   at cell 3:1
//? note: a new executor runs with all definitions
1
//= (int) 1
