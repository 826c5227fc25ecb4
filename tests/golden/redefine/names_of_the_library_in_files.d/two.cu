int tmpfile() { return 1; }
int rename = 3;
