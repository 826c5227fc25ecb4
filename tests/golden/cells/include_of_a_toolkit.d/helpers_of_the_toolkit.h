inline int of_the_toolkit() { return 7; }
