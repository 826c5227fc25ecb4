//# A thread-local variable of the same type defined again is a new one in every thread; functions that use it follow.
#include <thread>
thread_local int t = 1;
int get() { return t; }
void set(int value) { t = value; }
get()
//= (int) 1
thread_local int t = 2;
get()
//= (int) 2
set(5); t
//= (int) 5
int other = 0;
std::thread([] { other = get(); set(9); }).join(); other
//= (int) 2
t
//= (int) 5
// One whose initializer runs takes the place of a constant, also in threads that begin later.
int three() { return 3; }
thread_local int t = three() * 2;
get()
//= (int) 6
std::thread([] { other = get(); }).join(); other
//= (int) 6
struct Named { int n; Named(int n) : n(n) { printf("made %d\n", n); } ~Named() { printf("gone %d\n", n); } };
static thread_local Named named{7};
int name() { return named.n; }
std::thread([] { other = name(); }).join(); other
//= made 7
//= gone 7
//= (int) 7
static thread_local Named named{8};
std::thread([] { other = name(); }).join(); other
//= made 8
//= gone 8
//= (int) 8
struct Counter { static thread_local int shared; static inline thread_local int own = 1; };
thread_local int Counter::shared = 10;
int both() { return Counter::shared + Counter::own; }
both()
//= (int) 11
thread_local int Counter::shared = 20;
both()
//= (int) 21
inline thread_local int everywhere = 1;
int use_everywhere() { return everywhere; }
inline thread_local int everywhere = 2;
use_everywhere()
//= (int) 2
extern "C" { thread_local int plain = 4; }
int use_plain() { return plain; }
extern "C" { thread_local int plain = 5; }
use_plain()
//= (int) 5
%undo 2
//? note: cells 34 to 35 are taken back: `plain` (that of cell 32 is back)
use_plain()
//= (int) 4
// Another type, or one for all threads: older code keeps the old variable.
thread_local double t = 2.5;
//? note: the `t` of cell 13 (`int`) is still used by `get`, `set`: its type has changed
t
//= (double) 2.5
get()
//= (int) 6
int everywhere = 7;
//? note: the `everywhere` of cell 30 (`int`) is still used by `use_everywhere`: the newer one is of another kind
everywhere
//= (int) 7
use_everywhere()
//= (int) 2
