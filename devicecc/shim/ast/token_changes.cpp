#include "ast/token_changes.h"

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

void putCommaBefore(Preprocessor &PP, const Token &Next) {
  SourceLocation Where = Next.getLocation();
  auto Rest = std::make_unique<Token[]>(1);
  Rest[0] = Next;
  PP.EnterTokenStream(std::move(Rest), 1, /*DisableMacroExpansion=*/true, /*IsReinject=*/false);
  auto &First = const_cast<Token &>(Next);
  First.startToken();
  First.setKind(tok::comma);
  First.setLength(1);
  First.setLocation(Where);
}

// The text from a token on, and how much of its file stands before it. A token that a macro makes has its place in the macro's text.
static llvm::StringRef textFrom(Preprocessor &PP, const Token &Next, llvm::StringRef &Before) {
  SourceManager &Sources = PP.getSourceManager();
  if (Next.getLocation().isInvalid())
    return "";
  auto [File, Offset] = Sources.getDecomposedLoc(Sources.getSpellingLoc(Next.getLocation()));
  llvm::StringRef Buffer = Sources.getBufferData(File);
  Before = Buffer.take_front(Offset);
  return Buffer.drop_front(std::min<size_t>(Offset, Buffer.size()));
}

// How many tokens three of these make that stand here with blanks between them; 0 if there are not just three, or no blank. `Behind`: the text behind them.
static unsigned tokensOfThree(llvm::StringRef Text, char Angle, llvm::StringRef &Behind) {
  constexpr llvm::StringLiteral Blanks = " \t\r\n\\";
  unsigned Count = 0, Tokens = 0;
  for (bool Apart = true; Count < 4 && !Text.empty(); Text = Text.drop_front()) {
    if (Text.front() == Angle) {
      Tokens += std::exchange(Apart, false);
      ++Count;
    } else if (Blanks.contains(Text.front())) {
      Apart = true;
    } else {
      break;
    }
  }
  Behind = Text;
  return Count == 3 && Tokens > 1 ? Tokens : 0;
}

// Does the text end within the arguments of a launch? A template's arguments that are still open come first.
static bool endsInLaunch(llvm::StringRef Text) {
  int Brackets = 0, Angles = 0;
  for (; !Text.empty(); Text = Text.drop_back()) {
    char Last = Text.back();
    if (Last == ')' || Last == ']' || Last == '}')
      ++Brackets;
    else if (Last == '(' || Last == '[' || Last == '{')
      --Brackets;
    if (Brackets < 0 || (Brackets == 0 && (Last == ';' || Last == '#')))
      return false;
    if (Brackets > 0 || (Last != '<' && Last != '>'))
      continue;
    Angles += Last == '>' ? 1 : -1;
    // With blanks or without, the last three of a row open a launch.
    llvm::StringRef Row = Text;
    unsigned Count = 0;
    for (; Last == '<' && Row.consume_back("<"); Row = Row.rtrim())
      ++Count;
    if (Count == 3)
      return Angles == -1;
  }
  return false;
}

bool joinLaunchBrackets(Preprocessor &PP, const Token &Next, tok::TokenKind Before) {
  bool Opens = Next.isOneOf(tok::less, tok::lessless) && Before != tok::kw_operator;
  if (!Opens && !Next.isOneOf(tok::greater, tok::greatergreater))
    return false;
  llvm::StringRef TextBefore, Behind;
  llvm::StringRef Text = textFrom(PP, Next, TextBefore);
  unsigned Tokens = tokensOfThree(Text, Opens ? '<' : '>', Behind);
  if (Tokens == 0 || (!Opens && (!Behind.ltrim().starts_with("(") || !endsInLaunch(TextBefore))))
    return false;
  // The parser may have the token to itself, or have it kept to read it again.
  bool Kept = PP.IsPreviousCachedToken(Next);
  auto &Whole = const_cast<Token &>(Next);
  Whole.setKind(Opens ? tok::lesslessless : tok::greatergreatergreater);
  if (Kept)
    PP.ReplacePreviousCachedToken({Whole});
  for (unsigned Dropped = 1; Dropped < Tokens; ++Dropped) {
    Token Rest;
    PP.Lex(Rest);
    if (Kept && PP.IsPreviousCachedToken(Rest))
      PP.ReplacePreviousCachedToken({});
  }
  return true;
}

void endAsFile(const Token &Last) {
  if (Last.isNot(tok::annot_repl_input_end))
    return;
  auto &End = const_cast<Token &>(Last);
  End.setAnnotationValue(nullptr);
  End.setKind(tok::eof);
}

} // namespace chv
