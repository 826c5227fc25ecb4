// What a statement at top level begins with.
#pragma once
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/Token.h"

namespace chv {

// Whether what comes next begins as only statements do. By its tokens, for clang knows nothing of it yet; false for what may be either.
bool startsStatement(const clang::Token &First, clang::Preprocessor &PP);

} // namespace chv
