//# A class that a class has for a friend is its friend when it is defined again, and so are templates; names of namespaces and classes in the place of theirs.
struct Key;
struct Box { friend struct Key; Box(int v) : v(v) {} private: int v; };
struct Key { int open(Box &b) { return b.v; } };
Box b(5);
Key().open(b)
//= (int) 5
struct Key { int open(Box &b) { return b.v + 10; } };
Key().open(b)
//= (int) 15
template <class T> struct Peek;
struct Safe { template <class T> friend struct Peek; private: int w = 3; };
template <class T> struct Peek { static T at(Safe &s) { return s.w; } };
Safe s;
Peek<long>::at(s)
//= (long) 3
template <class T> struct Peek { static T at(Safe &s) { return s.w + 10; } };
Peek<long>::at(s)
//= (long) 13
namespace geo_impl { int f(); int f() { return 1; } }
namespace geo = geo_impl;
geo::f()
//= (int) 1
int geo::f() { return 2; }
geo::f()
//= (int) 2
template <class T> class Vault { friend struct Key; T x = 4; };
struct Key { int open(Vault<int> &b) { return b.x; } };
Vault<int> v;
Key().open(v)
//= (int) 4
struct Key { int open(Vault<int> &b) { return b.x + 1; } };
Key().open(v)
//= (int) 5
struct Key { int open(Vault<long> &b) { return b.x + 2; } };
Vault<long> w;
Key().open(w)
//= (int) 6
using Sf = struct Sfo { int g(); };
int Sf::g() { return 1; }
Sf().g()
//= (int) 1
int Sf::g() { return 2; }
Sf().g()
//= (int) 2
