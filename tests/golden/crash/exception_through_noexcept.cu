//# An exception that may not leave a function.
//@ flags = ["--checkpoint=off"]
void thrower(int code) { throw code; }
void sealed(int code) noexcept { thrower(code); }
sealed(7);
//? error: cell 3 ended the executor: killed by SIGABRT (uncaught exception `int`: 7; `std::terminate` was called)
//?   at cell 2:1 in `sealed(int)`
//?   at cell 3:1
//? note: a new executor runs with all definitions
1
//= (int) 1
