//# A `main` that a later cell calls is like any function.
int main() { return 4; }
main() + 1
//= (int) 5
