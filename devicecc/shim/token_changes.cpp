#include "token_changes.h"

using namespace clang;

namespace chv {

// The token is the parser's own, which gave it to be looked at.

void spellAttribute(Preprocessor &PP, const Token &Next, llvm::StringRef Name) {
  constexpr tok::TokenKind Kinds[] = {tok::l_paren, tok::l_paren, tok::identifier, tok::r_paren, tok::r_paren};
  auto Rest = std::make_unique<Token[]>(std::size(Kinds));
  for (auto [Made, Kind] : llvm::zip(llvm::MutableArrayRef(Rest.get(), std::size(Kinds)), Kinds)) {
    Made.startToken();
    Made.setKind(Kind);
    Made.setLocation(Next.getLocation());
    if (Kind == tok::identifier)
      Made.setIdentifierInfo(PP.getIdentifierInfo(Name));
  }
  PP.EnterTokenStream(std::move(Rest), std::size(Kinds), /*DisableMacroExpansion=*/true, /*IsReinject=*/false);
  auto &First = const_cast<Token &>(Next);
  First.setIdentifierInfo(PP.getIdentifierInfo("__attribute__"));
  First.setKind(tok::kw___attribute);
}

void splitAngles(Preprocessor &PP, const Token &Next) {
  unsigned Count = Next.getLength() - 1;
  auto Rest = std::make_unique<Token[]>(Count);
  for (unsigned I = 0; I < Count; ++I) {
    Rest[I].startToken();
    Rest[I].setKind(tok::greater);
    Rest[I].setLength(1);
    Rest[I].setLocation(Next.getLocation().getLocWithOffset(I + 1));
  }
  PP.EnterTokenStream(std::move(Rest), Count, /*DisableMacroExpansion=*/true, /*IsReinject=*/false);
  auto &First = const_cast<Token &>(Next);
  First.setKind(tok::greater);
  First.setLength(1);
}

void endAsFile(const Token &Last) {
  if (Last.isNot(tok::annot_repl_input_end))
    return;
  auto &End = const_cast<Token &>(Last);
  End.setAnnotationValue(nullptr);
  End.setKind(tok::eof);
}

} // namespace chv
