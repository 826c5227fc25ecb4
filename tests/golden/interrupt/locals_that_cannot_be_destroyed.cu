//# Where the compiler left no note for the instruction that was interrupted (a loop without calls, in a function that has something to destroy), frames of cells are jumped over, and the user is told what that means.
struct Local { int n; ~Local() { printf("destroyed %d\n", n); } };
void outside(int n) { if (n > 5) throw n; }
volatile bool quit = false; int x = 5;
void spin(int n) { Local local{n}; while (!quit) { } outside(n); }
spin(1);;
//! interrupt after 200 ms
//? error: cell 5 was interrupted; its state is kept, but what its functions had locally was not destroyed
x
//= (int) 5
quit = true; spin(2);
//= destroyed 2
