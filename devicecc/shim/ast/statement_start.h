// What a statement at top level begins with.
#pragma once
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/Token.h"
#include "clang/Parse/Parser.h"

namespace chv {

// Whether what comes next begins as only statements do. By its tokens, for clang knows nothing of it yet; false for what may be either.
bool startsStatement(const clang::Token &First, clang::Preprocessor &PP);

// Whether this is an OpenMP pragma that begins a statement; others are declarations.
bool startsOpenMPStatement(const clang::Token &First, clang::Preprocessor &PP);

// Parses a statement at top level, where clang's parser would look for a declaration.
clang::Parser::DeclGroupPtrTy parseStatement(clang::Parser &);

} // namespace chv
