// The tokens of a declaration's text, read without clang's parser.
#pragma once
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/TokenKinds.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace chv {

struct RawToken {
  clang::tok::TokenKind Kind;
  llvm::StringRef Text;
};

// The tokens of one declaration: up to a `;` outside brackets, or the `}` of a body after which no declarator can follow.
std::vector<RawToken> tokenize(llvm::StringRef Text, const clang::LangOptions &Language);

// The tokens of a text, by their places. Behind the last there is nothing.
class TokenList {
protected:
  explicit TokenList(llvm::ArrayRef<RawToken> Tokens) : Tokens(Tokens) {}

  bool is(size_t I, clang::tok::TokenKind Kind) const { return I < Tokens.size() && Tokens[I].Kind == Kind; }
  bool opens(size_t I) const { return is(I, clang::tok::l_paren) || is(I, clang::tok::l_brace) || is(I, clang::tok::l_square); }
  bool word(size_t I) const { return is(I, clang::tok::raw_identifier); }
  llvm::StringRef text(size_t I) const { return I < Tokens.size() ? Tokens[I].Text : ""; }

  // The place after the bracket that closes the one at `I`.
  size_t afterBracket(size_t I) const;

  // The place after the `>` that closes the `<` at `I`; `I` if it closes nothing.
  size_t afterAngle(size_t I) const;

  // The place after attributes.
  size_t skipAttributes(size_t I) const;

  // The place after what follows `requires`.
  size_t skipConstraint(size_t I) const;

  llvm::ArrayRef<RawToken> Tokens;
};

} // namespace chv
