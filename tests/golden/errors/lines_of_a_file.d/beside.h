inline int beside(int x) { return 2 * x; }
