// Which expressions only look at something.
#pragma once

namespace clang {
class Expr;
}

namespace chv {

// Whether evaluating the expression changes nothing, as far as one sees without reading the functions that it calls: no assignment, launch, `new` or
// throw, and no call that is given something it may write to.
bool onlyLooks(const clang::Expr &Value);

} // namespace chv
