// The comment that belongs to a declaration, read off the text: clang keeps those of one form alone, and none of them in precompiled headers.
#include "ast/answers.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace chv {

// How many lines of a declaration may stand before the one with its name: `template <…>`, `__global__`.
static constexpr unsigned LinesBeforeMax = 4;

// Takes the last line off; without its blanks.
static llvm::StringRef takeLastLine(llvm::StringRef &Text) {
  size_t At = Text.rfind('\n');
  llvm::StringRef Line = At == llvm::StringRef::npos ? Text : Text.drop_front(At + 1);
  Text = At == llvm::StringRef::npos ? "" : Text.take_front(At);
  return Line.trim();
}

// A line of a comment without what marks it as one.
static llvm::StringRef withoutMarks(llvm::StringRef Line) {
  Line = Line.trim();
  Line.consume_back("*/");
  bool Begins = Line.consume_front("/**") || Line.consume_front("/*!") || Line.consume_front("/*") || Line.consume_front("///") ||
                Line.consume_front("//!") || Line.consume_front("//");
  if (!Begins)
    Line.consume_front("*");
  Line.consume_front("<");
  return Line.trim();
}

static std::string joined(std::vector<llvm::StringRef> Lines, bool Backwards) {
  if (Backwards)
    std::reverse(Lines.begin(), Lines.end());
  std::string Text;
  for (llvm::StringRef Line : Lines)
    (Text += withoutMarks(Line).str()) += '\n';
  return llvm::StringRef(Text).trim().str();
}

// A line that belongs to a declaration which goes on after it.
static bool goesOn(llvm::StringRef Line) {
  return !Line.empty() && !Line.starts_with("#") && !Line.starts_with("//") && !llvm::StringRef(";{}/:").contains(Line.back());
}

// The comment that ends right before a text's end.
static std::string commentAtEnd(llvm::StringRef Before) {
  std::vector<llvm::StringRef> Lines;
  llvm::StringRef Rest = Before, Line = takeLastLine(Rest);
  for (unsigned Skipped = 0; goesOn(Line) && !Line.ends_with("*/") && Skipped < LinesBeforeMax; ++Skipped) {
    Before = Rest;
    Line = takeLastLine(Rest);
  }
  if (Line.ends_with("*/")) {
    llvm::StringRef Text = Before.rtrim();
    size_t Begin = Text.rfind("/*");
    if (Begin == llvm::StringRef::npos)
      return "";
    // One behind a declaration is that one's.
    llvm::StringRef Ahead = Text.take_front(Begin);
    if (!takeLastLine(Ahead).empty())
      return "";
    llvm::SmallVector<llvm::StringRef> Parts;
    Text.drop_front(Begin).split(Parts, '\n');
    return joined({Parts.begin(), Parts.end()}, false);
  }
  for (; Line.starts_with("//"); Line = takeLastLine(Rest))
    Lines.push_back(Line);
  return joined(Lines, true);
}

// A comment behind a declaration on its last line.
static std::string commentBehind(llvm::StringRef After) {
  llvm::StringRef Line = After.take_until([](char C) { return C == '\n'; });
  size_t At = Line.find("//");
  if (At == llvm::StringRef::npos)
    At = Line.find("/*");
  bool Plain = At != llvm::StringRef::npos && Line.take_front(At).find_first_of("\"'") == llvm::StringRef::npos;
  return Plain ? joined({Line.drop_front(At)}, false) : "";
}

std::string commentOf(const Decl &D, SourceManager &Sources) {
  const Decl *Whole = &D;
  if (const TemplateDecl *Template = D.getDescribedTemplate())
    Whole = Template;
  return commentAround({Whole->getBeginLoc(), D.getEndLoc()}, Sources);
}

std::string commentAround(SourceRange Range, SourceManager &Sources) {
  auto [File, Begin] = Sources.getDecomposedExpansionLoc(Range.getBegin());
  auto [EndFile, End] = Sources.getDecomposedExpansionLoc(Range.getEnd());
  bool Invalid = File.isInvalid();
  llvm::StringRef Text = Invalid ? "" : Sources.getBufferData(File, &Invalid);
  if (Invalid || Begin > Text.size())
    return "";
  llvm::StringRef Before = Text.take_front(Begin);
  takeLastLine(Before); // attributes and the like
  std::string Found = commentAtEnd(Before);
  // A file's own comment is no declaration's.
  if (Found.empty() || Found.find("SPDX-License") != std::string::npos || Found.find("Copyright") != std::string::npos)
    Found = EndFile == File && End <= Text.size() ? commentBehind(Text.drop_front(End)) : "";
  return Found;
}

} // namespace chv
