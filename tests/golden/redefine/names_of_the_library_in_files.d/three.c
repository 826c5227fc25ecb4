int tmpnam = 4;
int remove(int x) { return x + 1; }
