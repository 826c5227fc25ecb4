//# A name brought in by `using` may be defined by the session, and brought in again.
namespace a { int f() { return 1; } }
namespace b { int f() { return 2; } }
using a::f;
f()
//= (int) 1
using b::f;
f()
//= (int) 2
