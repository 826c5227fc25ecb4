//# Arrays beyond the reach of 32-bit offsets work, their cell's other code and constants too, and no cell that comes after suffers from them.
//@ devices = ["cpu"]
#include <stdexcept>
#include <string>
int a = 1;
static char big[3ull << 30];
big[5] = 1; big[(3ull << 30) - 1] = 2; big[5] + big[(3ull << 30) - 1]
//= (int) 3
int b = 3;
b
//= (int) 3
"x"
//= (const char[2]) "x"
static int filled[8 << 20] = {1, 2, 3};
struct Thrower { virtual int value(int i) { try { if (big[i]) throw std::out_of_range("big"); } catch (const std::exception &e) { return std::string(e.what()).size() + filled[2]; } return 0; } };
int pick(int x) { switch (x) { case 0: return 3; case 1: return big[5] + 8; case 2: return 4; case 3: return 1; case 4: return 7; } return 0; }
static char more[1ull << 31]; Thrower thrower; double d = 2.5; more[9] = 4; thrower.value(5) + pick(1) + (int)(more[9] * d)
//= (int) 25
char shared[3ull << 30];
shared[(3ull << 30) - 1] = 7; (int)shared[(3ull << 30) - 1]
//= (int) 7
char *last() { return &shared[(3ull << 30) - 1]; }
*last() + 1
//= (int) 8
static int too_much[200 << 20] = {1};
too_much[0]
//? error: cell 18: no code could be made: host code of cell 18: with `too_much` it has 838860800 bytes of constants and initial values, and 536870912 at most can be handed on; let a statement fill it in
%undo 9
//? note: cells 9 to 17 are taken back: 6 more, `shared`, `shared[(3ull << 30) - 1] = 7; (int)share…`, `last`, `too_much`
"x"
//= (const char[2]) "x"
b
//= (int) 3
