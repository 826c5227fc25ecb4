int of_other() { return 0; }
