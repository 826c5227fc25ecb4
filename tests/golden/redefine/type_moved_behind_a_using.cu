//# A class or enum that moves into a namespace, with a using-declaration where it was, takes the older one's place there; a function brought in does not.
enum class E { a = 1 }; struct S { int v = 2; }; struct stays { int v = 3; };
namespace in { enum class E { a = 4 }; struct S { int v = 5; }; int stays() { return 6; } }
using in::E; using in::S;
using in::stays;
int(E::a) + 10 * S{}.v + 100 * stays() + 1000 * (struct stays){}.v
//= (int) 3654
