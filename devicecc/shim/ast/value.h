// Shows the value of a cell's last expression.
#pragma once
#include <string>

namespace clang {
class Sema;
class TopLevelStmtDecl;
} // namespace clang

namespace chv {

enum class Side;

// If the statement is an expression without `;` that has a value, makes it a call of `chevron::values::show` (host side
// only) and gives the expression's type, and whether it only looks; otherwise gives nothing. An error is left in Sema's diagnostics.
// On the host side two lines follow the type: the type as a later cell writes it, if the value is kept for `_`, and else why it is not (`keepingOf`).
std::string showValue(clang::Sema &S, clang::TopLevelStmtDecl &Statement, Side Which, unsigned Serial, bool &OnlyLooks);

// A type's name as people write it: HIP's vector types have names of their own behind a macro.
std::string nameForPeople(std::string Name);

} // namespace chv
