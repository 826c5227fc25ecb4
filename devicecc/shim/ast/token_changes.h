// Makes of a token that the parser is about to get what clang can read.
#pragma once
#include "clang/Lex/Preprocessor.h"

namespace chv {

// Makes it the beginning of `__attribute__((Name))`; the rest comes next.
void spellAttribute(clang::Preprocessor &PP, const clang::Token &Next, llvm::StringRef Name);

// Makes it the first of as many `>` as it is written with.
void splitAngles(clang::Preprocessor &PP, const clang::Token &Next);

// Makes it a comma; what it was comes next.
void putCommaBefore(clang::Preprocessor &PP, const clang::Token &Next);

// If it begins the brackets of a launch, `<<<` or `>>>`, written with blanks in between, makes it the whole of them; what is left of them is dropped.
// `Before`: the kind of the token before it. False if it does not.
bool joinLaunchBrackets(clang::Preprocessor &PP, const clang::Token &Next, clang::tok::TokenKind Before);

// Makes the token that ends an incremental input the end of a file; leaves any other as it is. It belongs to the parser or its caller, who gave it as const for no
// need of theirs.
void endAsFile(const clang::Token &Last);

} // namespace chv
