//# A loop that computes for ever is no undefined behaviour here: it can be interrupted. Once clang dropped it, and the process ran into nothing.
//@ devices = ["cpu"]
#include <vector>
int x = 5;
int spin() { std::vector<int> local(3); while (true) local[x % 3]++; return local[0]; }
spin();;
//! interrupt after 200 ms
//? error: cell 4 was interrupted; its state is kept
__global__ void compute(int n) { int m = 0; while (true) m += n; }
compute<<<2, 2>>>(3);;
//! interrupt after 200 ms
//? error: cell 6 was interrupted in kernel `compute` <<<(2,1,1), (2,1,1)>>>; its state is kept
x
//= (int) 5
