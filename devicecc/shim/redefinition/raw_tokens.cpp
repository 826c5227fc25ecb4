#include "redefinition/raw_tokens.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace chv {

static constexpr size_t TokensMax = 1 << 20; // of one declaration

namespace {

// What stands behind `#if 0` need not be C++. Other conditions are not known here.
class SkippedGroups {
public:
  // `Text`: from the hash of a directive on.
  void pass(llvm::StringRef Text) {
    llvm::StringRef Line = Text.drop_front().take_until([](char C) { return C == '\n'; }).trim();
    if (Line.consume_front("if")) {
      bool Never = Line.split("//").first.split("/*").first.trim() == "0";
      Nested += Skips;
      Skips |= Never;
    } else if (Nested > 0) {
      Nested -= Line.starts_with("endif");
    } else if (Line.starts_with("el") || Line.starts_with("endif")) {
      Skips = false;
    }
  }
  bool skips() const { return Skips; }

private:
  bool Skips = false;
  unsigned Nested = 0; // conditions within what is skipped
};

} // namespace

std::vector<RawToken> tokenize(llvm::StringRef Text, const LangOptions &Language) {
  std::vector<RawToken> Tokens;
  Lexer Raw(SourceLocation(), Language, Text.begin(), Text.begin(), Text.end());
  unsigned Depth = 0;
  bool Directive = false, Class = false, Initialized = false;
  SkippedGroups Groups;
  Token Next;
  while (Tokens.size() < TokensMax) {
    bool AtEnd = Raw.LexFromRawLexer(Next);
    if (Next.is(tok::eof))
      break;
    size_t Offset = Raw.getBufferLocation() - Text.begin() - Next.getLength();
    llvm::StringRef Spelling = Text.substr(Offset, Next.getLength());
    Directive = Next.isAtStartOfLine() ? Next.is(tok::hash) : Directive;
    if (Directive && Next.isAtStartOfLine())
      Groups.pass(Text.drop_front(Offset));
    if (!Directive && !Groups.skips()) {
      Tokens.push_back({Next.getKind(), Spelling});
      bool Outside = Depth == 0;
      Class |= Outside && (Spelling == "class" || Spelling == "struct" || Spelling == "union" || Spelling == "enum");
      Initialized |= Outside && Next.is(tok::equal);
      if (Next.isOneOf(tok::l_brace, tok::l_paren, tok::l_square))
        ++Depth;
      else if (Next.isOneOf(tok::r_brace, tok::r_paren, tok::r_square) && Depth > 0)
        --Depth;
      bool AfterBody = Next.is(tok::r_brace) && Depth == 0 && !Class && !Initialized;
      if (Depth == 0 && (Next.is(tok::semi) || AfterBody))
        break;
    }
    if (AtEnd)
      break;
  }
  return Tokens;
}

size_t TokenList::afterBracket(size_t I) const {
  unsigned Depth = 0;
  for (; I < Tokens.size(); ++I) {
    tok::TokenKind Kind = Tokens[I].Kind;
    if (Kind == tok::l_brace || Kind == tok::l_paren || Kind == tok::l_square)
      ++Depth;
    else if ((Kind == tok::r_brace || Kind == tok::r_paren || Kind == tok::r_square) && --Depth == 0)
      return I + 1;
  }
  return Tokens.size();
}

size_t TokenList::afterAngle(size_t I) const {
  int Depth = 0;
  for (size_t J = I; J < Tokens.size();) {
    switch (Tokens[J].Kind) {
    case tok::less:
      ++Depth;
      break;
    case tok::greater:
      --Depth;
      break;
    case tok::greatergreater:
      Depth -= 2;
      break;
    case tok::greatergreatergreater:
      Depth -= 3;
      break;
    case tok::l_paren:
    case tok::l_square:
    case tok::l_brace:
      J = afterBracket(J);
      continue;
    case tok::semi:
      return I;
    default:
      break;
    }
    ++J;
    if (Depth <= 0)
      return J;
  }
  return I;
}

size_t TokenList::skipAttributes(size_t I) const {
  while (true) {
    if (is(I, tok::l_square) && is(I + 1, tok::l_square))
      I = afterBracket(I);
    else if (text(I) == "alignas" || (word(I) && text(I).starts_with("__") && is(I + 1, tok::l_paren)))
      I = afterBracket(I + 1);
    else
      return I;
  }
}

size_t TokenList::skipConstraint(size_t I) const {
  while (word(I) || is(I, tok::coloncolon) || is(I, tok::less) || is(I, tok::ampamp) || is(I, tok::pipepipe)) {
    if (is(I, tok::less)) {
      I = std::max(I + 1, afterAngle(I));
      if (!is(I, tok::ampamp) && !is(I, tok::pipepipe))
        break;
      continue;
    }
    ++I;
  }
  return I;
}

} // namespace chv
