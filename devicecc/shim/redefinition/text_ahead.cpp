#include "redefinition/text_ahead.h"
#include <algorithm>

using namespace clang;

namespace chv {

void TextAhead::beginCell() {
  Cell = {};
  Declaration = {};
}

std::vector<DeclaredName> TextAhead::readOne(llvm::StringRef &Text) const {
  return declaredNames(Text, Language, [this](auto Chain) { return Names.namesValue(Chain); });
}

std::vector<DeclaredName> TextAhead::declaredIn(llvm::StringRef Text) const {
  std::vector<DeclaredName> Found;
  while (!Text.empty())
    llvm::append_range(Found, readOne(Text));
  return Found;
}

void TextAhead::beginDeclaration(SourceLocation Start) {
  auto [File, Offset] = Sources.getDecomposedLoc(Start);
  Declaration = {Start, Sources.getBufferData(File).drop_front(Offset), {}};
  llvm::StringRef Behind = Declaration.Text;
  Declaration.Members = readOne(Behind);
  std::reverse(Declaration.Members.begin(), Declaration.Members.end());
}

const char *TextAhead::placeOf(const Token &Next) const {
  if (Declaration.Members.empty())
    return nullptr;
  SourceLocation Where = Sources.getExpansionLoc(Next.getLocation());
  if (Where.isInvalid() || Where < Declaration.Start || Sources.getFileID(Where) != Sources.getFileID(Declaration.Start))
    return nullptr;
  return Declaration.Text.begin() + (Where.getRawEncoding() - Declaration.Start.getRawEncoding());
}

std::vector<DeclaredName> TextAhead::takeReached(const char *Place) {
  // When clang reads the first token of a member, it may not be through with the member before.
  auto isReached = [&](const DeclaredName &Name) { return Name.Start < Place || (Name.Start == Place && Place == begin()); };
  std::vector<DeclaredName> Reached;
  for (auto &Members = Declaration.Members; !Members.empty() && isReached(Members.back()); Members.pop_back())
    Reached.push_back(std::move(Members.back()));
  return Reached;
}

SourceLocation TextAhead::locationOf(llvm::StringRef Part) const {
  return Declaration.Start.getLocWithOffset(Part.data() - Declaration.Text.data());
}

bool TextAhead::isQualified(const DeclaredName &Name) const {
  return Name.Name.begin() - begin() > 2 && llvm::StringRef(Name.Name.begin() - 2, 2) == "::";
}

void TextAhead::readAhead(const char *Reached) {
  llvm::StringRef Text = Declaration.Text;
  if (Cell.Text.end() == Text.end() && Text.begin() >= Cell.Text.begin() && Cell.Starts.contains(Reached))
    return;
  Cell = {Text, {}, {}};
  while (!Text.empty())
    for (DeclaredName &Name : readOne(Text)) {
      Cell.Starts.insert(Name.Start);
      Cell.Names[Name.Name].push_back(std::move(Name));
    }
}

} // namespace chv
