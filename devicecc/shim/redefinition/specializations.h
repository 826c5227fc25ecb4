// Takes the specializations of a class or variable template out of its lists while one is declared that may be among them: the new one is
// then another class or variable, and the older one of the same arguments stays with older code.
#pragma once
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace chv {

// Has a cell defined it? Else clang has made it of a template.
bool isWritten(const clang::NamedDecl &Special);

// The template of a class or variable that is a specialization.
clang::RedeclarableTemplateDecl &templateOf(clang::NamedDecl &Special);

// Are these specializations of one template, full or partial ones, with the same arguments?
bool haveSameArguments(const clang::NamedDecl &Special, const clang::NamedDecl &Other);

// A class, variable or function that is no longer what its template gives for its arguments.
void removeFromTemplate(clang::NamedDecl &Instance);

// A specialization that a cell declares. Its arguments may name others of its template, so those are in the list until they have been read.
class DeclaredSpecialization {
public:
  // The last token of its name, and the first behind it.
  DeclaredSpecialization(clang::RedeclarableTemplateDecl &Template, clang::SourceLocation Closer, clang::SourceLocation After)
      : Template(&Template), Closer(Closer), After(After) {}
  // The parser has come to `Where`. From behind the name on the template has only those that `Stays` says.
  void reach(clang::SourceLocation Where, llvm::function_ref<bool(const clang::NamedDecl &)> Stays);
  bool isClosedAt(clang::SourceLocation Where) const { return Where == Closer; }
  // Whether they are this template's that are hidden.
  bool hides(const clang::RedeclarableTemplateDecl &Other) const {
    return Hiding && Template->getCanonicalDecl() == Other.getCanonicalDecl();
  }
  // The declared one has joined. The others come back, but the one with its arguments and what was made of that: they are given to `Left`.
  void settle(const clang::NamedDecl &Added, llvm::function_ref<void(clang::NamedDecl &)> Left);
  // All come back: none was declared.
  void giveBack();

private:
  clang::RedeclarableTemplateDecl *Template;
  clang::SourceLocation Closer, After;
  bool Reached = false, Hiding = false;
  llvm::SmallVector<clang::NamedDecl *, 8> Full, Partial;
};

// Names specializations that have taken the place of older ones by their versions. The mangler knows tags of templates only, so while code is
// generated another template stands for theirs; when clang parses, each belongs to its own.
class VersionNames {
public:
  VersionNames();
  ~VersionNames();
  void add(clang::ClassTemplateSpecializationDecl &Special, llvm::StringRef Tag);
  bool contains(const clang::ClassTemplateSpecializationDecl &Special) const;
  void use(bool ByVersions);

private:
  struct Entry;
  std::vector<Entry> Entries;
  bool Using = false;
};

} // namespace chv
