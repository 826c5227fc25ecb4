//# Constructors run when their cell runs; destructors of the session's objects run at quit, in reverse order, once.
#include <cstdio>
struct Noisy { const char *name; Noisy(const char *n) : name(n) { printf("+%s\n", name); } ~Noisy() { printf("-%s\n", name); } };
Noisy a("a");
//= +a
Noisy b("b"), c("c");
//= +b
//= +c
{ Noisy inner("inner"); }
//= +inner
//= -inner
Noisy("temporary");
//= +temporary
//= -temporary
Noisy &lazy() { static Noisy object("lazy"); return object; }
lazy(); lazy();
//= +lazy
//= -lazy
//= -c
//= -b
//= -a
