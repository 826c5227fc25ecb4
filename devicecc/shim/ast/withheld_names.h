// Names that the precompiled headers declare and a program does not see before it includes their header.
//
// The precompiled headers hold whole headers of the standard library (`chevron/withheld.h`), which takes their reading out of the cells: `#include <map>`
// finds the guard and costs nothing. But `using namespace std; int count;` is right in a program that never included `<algorithm>`.
#pragma once
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/MultiplexExternalSemaSource.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringMap.h"
#include <string>
#include <vector>

namespace chv {

// Which names of `std` are withheld, which files declare each, and which files each file includes.
class WithheldTable {
public:
  // What `HeaderWatcher` and `collect` have found.
  struct Name {
    std::vector<unsigned> Files;
  };
  bool empty() const { return Names.empty(); }
  // The table as text, which goes behind the precompiled header, and back.
  std::string text() const;
  static WithheldTable parse(llvm::StringRef Text);

  unsigned fileNumber(llvm::StringRef Path);
  void includes(unsigned File, unsigned Included) { Includes[File].push_back(Included); }
  // Puts in all names of `std` that no file declares which the preamble includes otherwise than by `chevron/withheld.h`.
  void collect(clang::Sema &S);

  // A name's key: an identifier as it stands, a literal operator's suffix after quotes. Empty: names of this kind are not withheld.
  static std::string keyOf(clang::DeclarationName Name);

  llvm::StringMap<unsigned> Files;
  std::vector<std::vector<unsigned>> Includes; // by file
  llvm::StringMap<Name> Names;

private:
  llvm::BitVector reachedFrom(unsigned File, unsigned Without) const;
};

// Fills in which file includes which, while headers are precompiled.
class HeaderWatcher : public clang::PPCallbacks {
public:
  HeaderWatcher(clang::Preprocessor &PP, WithheldTable &Table) : PP(PP), Table(Table) {}
  void InclusionDirective(clang::SourceLocation Where, const clang::Token &, llvm::StringRef, bool, clang::CharSourceRange, clang::OptionalFileEntryRef File,
                          llvm::StringRef, llvm::StringRef, const clang::Module *, bool, clang::SrcMgr::CharacteristicKind) override;

private:
  clang::Preprocessor &PP;
  WithheldTable &Table;
};

// Stands before the precompiled header as the source of declarations, and finds nothing under a withheld name.
class WithheldNames : public clang::MultiplexExternalSemaSource {
public:
  // Takes the place of the context's external source and hands on to it. The table outlives it.
  static llvm::IntrusiveRefCntPtr<WithheldNames> install(clang::Sema &S, const WithheldTable &Table);
  WithheldNames(clang::Sema &S, const WithheldTable &Table, llvm::IntrusiveRefCntPtr<clang::ExternalSemaSource> Precompiled);

  // A directive includes this file: the names that it and what it includes declare are seen from now on.
  void included(llvm::StringRef Path);
  // Called with each token after preprocessing. System headers see all names: one may declare a withheld name again, and must mean the same.
  void watch(const clang::Token &Next);

  // The base class takes `EK_Always`, which is 0, for no answer.
  ExtKind hasExternalDefinitions(const clang::Decl *Declared) override { return Before->hasExternalDefinitions(Declared); }
  bool FindExternalVisibleDeclsByName(const clang::DeclContext *Context, clang::DeclarationName Name, const clang::DeclContext *Original) override;

private:
  bool isWithheld(llvm::StringRef Key) const;
  void askAgain();

  clang::Sema &S;
  const WithheldTable &Table;
  llvm::IntrusiveRefCntPtr<clang::ExternalSemaSource> Before; // the source that it stands before
  clang::DeclContext *Std = nullptr;
  llvm::BitVector Seen; // files whose names are seen
  bool All = false;     // the program adds to `std`
  bool InSystemHeader = false;
  std::vector<clang::DeclarationName> Refused; // clang has noted that there is nothing under these
  clang::tok::TokenKind Last[2] = {clang::tok::eof, clang::tok::eof}; // the newest first
};

} // namespace chv
