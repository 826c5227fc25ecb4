// Does a new declaration take an older one's place, and can older code go on to it?
#pragma once
#include "clang/AST/Decl.h"

namespace chv {

// A function, or what a function template makes; else null. Not `getAsFunction`, which concepts have no answer to.
clang::FunctionDecl *functionOf(clang::NamedDecl &D);
bool isType(const clang::NamedDecl &D);
// The class or enum without a name of its own that this `typedef` names, in symbols too: that of `typedef struct {} S;`. Null if it names none.
clang::TagDecl *namedFor(const clang::NamedDecl &D);
// A friend of a class that is not declared elsewhere is found by the class alone, and goes with that: `struct S { friend void f(S) {} };`.
bool isFoundByClass(const clang::NamedDecl &D);
// Is it a function or variable with C's linkage? Its symbol is its name then, in whatever namespace it is.
bool isExternC(const clang::NamedDecl &D);
// Is its symbol its name? `int x;` at top level, too.
bool hasPlainSymbol(const clang::NamedDecl &D);
// Is this function compiled for the side that its AST is of?
bool isOfThisSide(const clang::FunctionDecl &Function);
// Host code and device code may each have a function of one signature; a kernel is of both sides.
bool onOtherSide(const clang::FunctionDecl &New, const clang::FunctionDecl &Old);
// Do both take the same parameters? `Differ`: a type among them has been defined anew.
bool sameParameters(const clang::FunctionDecl &New, const clang::FunctionDecl &Old, bool &Differ);

// Does the new declaration take the old one's place? `Differs`: under the old one's symbol older code would misuse it.
bool replaces(clang::NamedDecl &New, clang::NamedDecl &Old, bool &Differs);
// Can code that uses the old variable use the new one? Constants of a device lie in an address space of their own.
bool replacesVariable(clang::NamedDecl &New, clang::NamedDecl &Old);
// Is the type known only when the whole declaration has been read? `auto x = 1;`, `int a[] = {1, 2};`, `auto [p, q] = pair;`.
bool isUnfinished(const clang::NamedDecl &New);

// Where older code has the value of a constant of the host built in, which a newer one of another value took the place of: all of it, or device code, which
// has copies of tables.
// Objects that kernels have made keep the older definition of a virtual function.
enum class BuiltIn { Nowhere, InDeviceCode, Everywhere, InObjects };
BuiltIn builtIn(const clang::NamedDecl &New, const clang::NamedDecl &Old);

} // namespace chv
