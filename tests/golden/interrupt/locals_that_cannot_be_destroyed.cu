//# Where the compiler left no note for the instruction that was interrupted, frames of cells are jumped over, and the user is told what that means. Once a loop like this was undefined to clang and ran into nothing.
#include <vector>
int x = 5;
int spin() { std::vector<int> local(3); while (true) local[x % 3]++; return local[0]; }
spin()
//! interrupt after 200 ms
x
