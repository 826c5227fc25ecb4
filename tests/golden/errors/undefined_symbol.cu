//# A cell that uses what nothing defines is taken back, and works once the definition is there.
int later(int x);
int y = later(1);
//? error: cell 2: nothing defines `later(int)`
//? hint: define it, or load the library that has it with `%lib NAME`, then enter the cell again
int later(int x) { return x + 1; }
int y = later(1);
y
//= (int) 2
