//# Who pipes a program in expects that it runs: at the end it is said that nothing has called `main`.
int started = 0;
int main(int argc, char **argv) { started = argc; return 0; }
started
//= (int) 0
//? note: `main` is defined, and nothing has called it: call it with `main(0, nullptr)`, or run the file as a program with `chevron run FILE`
