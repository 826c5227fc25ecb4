//# A cell that uses what nothing defines is taken back, and works once the definition is there.
int later(int x);
int y = later(1);
int later(int x) { return x + 1; }
int y = later(1);
y
