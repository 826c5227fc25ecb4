#include "ast/withheld_names.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace chv {

namespace {

// The public header, and the part of libstdc++ that declares it.
constexpr llvm::StringLiteral VectorHeaders[] = {"vector", "stl_vector.h"};

struct Known {
  llvm::StringLiteral Name;
  llvm::ArrayRef<llvm::StringLiteral> Headers;
};

// What `<iostream>` declares as well is not here: who writes `using namespace std;` has included that, or the like of it.
const Known KnownNames[] = {{"vector", VectorHeaders}};

} // namespace

WithheldNames::WithheldNames(Sema &S) : S(S) {
  NamespaceDecl *Space = S.getStdNamespace();
  if (!Space)
    return;
  Std = Space->getPrimaryContext();
  for (const Known &K : KnownNames)
    Names.push_back(Withheld{&S.getASTContext().Idents.get(K.Name), K.Headers, StoredDeclsList()});
  hide();
}

void WithheldNames::hide() {
  if (Names.empty())
    return;
  // Any lookup makes the table, and brings it up to date with the precompiled header.
  (void)Std->lookup(&S.getASTContext().Idents.get("__chv_nothing"));
  StoredDeclsMap *Table = Std->getLookupPtr();
  if (!Table)
    return;
  for (Withheld &Entry : Names) {
    // An entry that is empty and final: clang does not ask the precompiled header again, so what is in there is not even read.
    auto [At, New] = Table->insert({Entry.Name, StoredDeclsList()});
    if (New)
      Entry.Declarations.setHasExternalDecls();
    else if (!At->second.isNull() || At->second.hasExternalDecls())
      Entry.Declarations = std::move(At->second);
  }
}

void WithheldNames::show(Withheld &Entry) {
  StoredDeclsMap *Table = Std->getLookupPtr();
  if (Table && (*Table)[Entry.Name].isNull())
    (*Table)[Entry.Name] = std::move(Entry.Declarations);
}

void WithheldNames::included(llvm::StringRef File) {
  if (Names.empty())
    return;
  llvm::StringRef Header = llvm::sys::path::filename(File);
  llvm::erase_if(Names, [&](Withheld &Entry) {
    if (!llvm::is_contained(Entry.Headers, Header))
      return false;
    show(Entry);
    return true;
  });
}

void WithheldNames::watch(const Token &Next) {
  if (Names.empty())
    return;
  tok::TokenKind Before = Last[0], First = Last[1];
  Last[1] = Last[0];
  Last[0] = Next.getKind();
  if (Next.isNot(tok::identifier) || S.getSourceManager().isInSystemHeader(Next.getLocation()))
    return;
  const IdentifierInfo *Name = Next.getIdentifierInfo();
  // Clang's guess of what was meant would look into the precompiled header itself, and find it.
  S.DisableTypoCorrection |= llvm::any_of(Names, [&](Withheld &Entry) { return Entry.Name.getAsIdentifierInfo() == Name; });
  // Who adds to `std` may declare one of its names again, and must then see the first declaration.
  if (Before != tok::kw_namespace || First == tok::kw_using || !Name->isStr("std"))
    return;
  for (Withheld &Entry : Names)
    show(Entry);
  Names.clear();
}

} // namespace chv
