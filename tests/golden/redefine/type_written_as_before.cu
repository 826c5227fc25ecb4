//# A type that is written as before is another one if something that it names has changed, and the same one if nothing has.
using real = float;
constexpr int n = 2;
#define SIZE 3
struct Base { int a = 1; };
int pick(double) { return 1; }
template <class T> struct Traits { static constexpr int size = 1; };
namespace lib { enum Kind { A = 1 }; }
constexpr int twice(int x) { return 2 * x; }
constexpr int m = n + 1;
struct OfAlias { real x; };
struct OfConstant { int x[n]; };
struct OfMacro { int x[SIZE]; };
struct OfBase : Base {};
struct OfOverload { int f() { return pick(1); } };
struct OfTraits { char x[Traits<int>::size]; };
struct OfEnum { lib::Kind k = lib::A; };
struct OfFunction { char x[twice(2)]; };
struct OfOther { char x[m]; };
template <class T> struct OfTemplate { real x; T y; };
struct Untouched { real *p; int n, m, SIZE2; int f() { return pick(1.0); } };
Untouched untouched{nullptr, 1, 2, 3};
#undef SIZE
#define SIZE 3
int pick(double) { return 2; }
constexpr int n = 2;
constexpr int m = n + 1;
using real = float;
struct OfAlias { real x; }; struct OfConstant { int x[n]; }; struct OfMacro { int x[SIZE]; }; struct OfOther { char x[m]; }; struct OfOverload { int f() { return pick(1); } }; struct Untouched { real *p; int n, m, SIZE2; int f() { return pick(1.0); } };
untouched.f()
//= (int) 2
%who
//= functions   twice, pick
//= variables   untouched, n, m
//= types       Base, lib::Kind, OfAlias, OfConstant, OfMacro, OfBase, OfOverload, OfTraits, OfEnum, OfFunction, OfOther, Untouched, real
//= templates   Traits, OfTemplate
//= namespaces  lib
//= macros      SIZE
using real = double;
struct OfAlias { real x; }; template <class T> struct OfTemplate { real x; T y; };
sizeof(OfAlias) + sizeof(OfTemplate<double>)
//= (unsigned long) 24
constexpr int n = 5;
//? note: the value that `n` had is built into `OfConstant`, `m`: define again what is to have the new one
struct OfConstant { int x[n]; }; struct OfOther { char x[m]; };
sizeof(OfConstant) + sizeof(OfOther)
//= (unsigned long) 23
constexpr int m = n + 1;
//? note: the value that `m` had is built into `OfOther`: define again what is to have the new one
struct OfOther { char x[m]; };
sizeof(OfOther)
//= (unsigned long) 6
#undef SIZE
#define SIZE 7
struct OfMacro { int x[SIZE]; };
sizeof(OfMacro)
//= (unsigned long) 28
struct Base { int a = 1; double b = 2; };
struct OfBase : Base {};
sizeof(OfBase)
//= (unsigned long) 16
int pick(int) { return 3; }
struct OfOverload { int f() { return pick(1); } };
OfOverload().f()
//= (int) 3
template <> struct Traits<int> { static constexpr int size = 9; };
struct OfTraits { char x[Traits<int>::size]; };
sizeof(OfTraits)
//= (unsigned long) 9
namespace lib { enum Kind { A = 4 }; }
struct OfEnum { lib::Kind k = lib::A; };
int(OfEnum().k)
//= (int) 4
constexpr int twice(int x) { return 2 * x + 1; }
struct OfFunction { char x[twice(2)]; };
sizeof(OfFunction)
//= (unsigned long) 5
namespace lib { struct Inner { int x; }; struct Outer { Inner i; }; }
namespace lib { struct Inner { double x[2]; }; struct Outer { Inner i; }; }
sizeof(lib::Outer)
//= (unsigned long) 16
namespace lib { struct Node; using It = int; struct Node { It v; Node *next; }; }
namespace lib { struct Node; using It = double[4]; struct Node { It v; Node *next; }; int f(Node *); }
sizeof(lib::Node)
//= (unsigned long) 40
struct Node; struct Data { int x; }; struct Node { Data d; Node *next; };
struct Node; int sum(Node *); struct Data { int x, y; }; struct Node { Data d; Node *next; }; int sum(Node *n) { return n->d.x + n->d.y; }
Node node{{1, 2}, nullptr};
sum(&node)
//= (int) 3
struct Node; int sum(Node *); struct Data { int x, y; }; struct Node { Data d; Node *next; }; int sum(Node *n) { return n->d.x + n->d.y + 1; }
sum(&node)
//= (int) 4
