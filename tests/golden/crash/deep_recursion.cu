//# A deep recursion through two functions: the innermost and the outermost calls are shown.
//@ flags = ["--checkpoint=off"]
namespace game {
int pong(int n, int *p);
int ping(int n, int *p) { return n + pong(n - 1, p); }
int pong(int n, int *p) { return n == 0 ? *p : ping(n - 1, p); }
}
game::ping(101, nullptr)
//? error: cell 2 ended the executor: killed by SIGSEGV (read of a null pointer)
//?   at cell 1:4 in `game::pong(int, int*)`
//?   at cell 1:3 in `game::ping(int, int*)`
//?   at cell 1:4 in `game::pong(int, int*)`
//?   at cell 1:3 in `game::ping(int, int*)`
//?   at cell 1:4 in `game::pong(int, int*)`
//?   at cell 1:3 in `game::ping(int, int*)`
//?   at cell 1:4 in `game::pong(int, int*)`
//?   at cell 1:3 in `game::ping(int, int*)`
//?   at cell 1:4 in `game::pong(int, int*)`
//?   at cell 1:3 in `game::ping(int, int*)`
//?   at cell 1:4 in `game::pong(int, int*)`
//?   at cell 1:3 in `game::ping(int, int*)`
//?   … 87 calls left out
//?   at cell 1:3 in `game::ping(int, int*)`
//?   at cell 1:4 in `game::pong(int, int*)`
//?   at cell 1:3 in `game::ping(int, int*)`
//?   at cell 2:1
//? note: a new executor runs with all definitions
