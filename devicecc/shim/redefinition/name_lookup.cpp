#include "redefinition/name_lookup.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace chv {

const DeclContext *contextOf(const NamedDecl &D) { return D.getDeclContext()->getRedeclContext()->getPrimaryContext(); }

const DeclContext *aroundUnnamed(const DeclContext *Context) {
  auto *Space = dyn_cast<NamespaceDecl>(Context);
  for (; Space && (Space->isAnonymousNamespace() || Space->isInline()); Space = dyn_cast<NamespaceDecl>(Context))
    Context = Context->getParent();
  return Context->getPrimaryContext();
}

void addOpened(const DeclContext &From, Spaces &Found, bool OnlyUnnamed) {
  if (!Found.insert(From.getPrimaryContext()))
    return;
  for (const UsingDirectiveDecl *Directive : From.getPrimaryContext()->using_directives())
    if (!OnlyUnnamed || Directive->getNominatedNamespace()->isAnonymousNamespace())
      addOpened(*Directive->getNominatedNamespace(), Found, OnlyUnnamed);
}

DeclarationName NameLookup::nameOf(llvm::StringRef Text) const {
  llvm::StringRef Symbol = Text;
  if (!Symbol.consume_front("operator"))
    return &Context.Idents.get(Text);
  Symbol = Symbol.trim();
  if (Symbol.consume_front("\"\""))
    return Context.DeclarationNames.getCXXLiteralOperatorName(&Context.Idents.get(Symbol.trim()));
  static const std::pair<llvm::StringRef, OverloadedOperatorKind> Operators[] = {
#define OVERLOADED_OPERATOR(Name, Spelling, Token, Unary, Binary, MemberOnly) {Spelling, OO_##Name},
#include "clang/Basic/OperatorKinds.def"
  };
  for (auto &[Spelling, Kind] : Operators)
    if (Spelling == Symbol)
      return Context.DeclarationNames.getCXXOperatorName(Kind);
  return &Context.Idents.get(Text);
}

DeclContext *NameLookup::find(llvm::ArrayRef<llvm::StringRef> Path) const {
  DeclContext *Found = Context.getTranslationUnitDecl()->getPrimaryContext();
  for (llvm::StringRef Name : Path) {
    DeclContext *Inner = nullptr;
    if (Name.empty()) {
      if (isa<TranslationUnitDecl>(Found))
        Inner = Context.getTranslationUnitDecl()->getAnonymousNamespace();
      else if (auto *Space = dyn_cast<NamespaceDecl>(Found))
        Inner = Space->getAnonymousNamespace();
    } else {
      for (NamedDecl *D : Found->lookup(nameOf(Name)))
        if (auto *Template = dyn_cast<ClassTemplateDecl>(D))
          Inner = Template->getTemplatedDecl();
        else if (isa<NamespaceDecl, CXXRecordDecl>(D))
          Inner = cast<DeclContext>(D);
        else if (auto *Alias = dyn_cast<NamespaceAliasDecl>(D))
          Inner = Alias->getNamespace();
        else if (auto *Alias = dyn_cast<TypedefNameDecl>(D))
          Inner = Alias->getUnderlyingType()->getAsCXXRecordDecl();
    }
    if (!Inner)
      return nullptr;
    Found = Inner->getPrimaryContext();
  }
  return Found;
}

bool NameLookup::namesValue(llvm::ArrayRef<llvm::StringRef> Names) const {
  DeclContext *In = find(Names.drop_back());
  if (!In)
    return false;
  auto Found = In->lookup(nameOf(Names.back()));
  return !Found.empty() && llvm::all_of(Found, [](NamedDecl *D) {
    return isa<ValueDecl, FunctionTemplateDecl, VarTemplateDecl>(D->getUnderlyingDecl());
  });
}

Spaces NameLookup::around(const DeclaredName &Name) const {
  Spaces Found;
  if (const DeclContext *Around = find(llvm::ArrayRef(Name.Path).take_front(Name.Around)))
    addOpened(*Around, Found, /*OnlyUnnamed=*/true);
  return Found;
}

bool NameLookup::isOlderAround(const DeclaredName &Name) const {
  Spaces Searched = around(Name);
  if (const DeclContext *Own = find(Name.Path))
    Searched.insert(Own);
  return llvm::any_of(Searched, [&](const DeclContext *In) {
    return llvm::any_of(In->lookup(nameOf(Name.Name)), [this](NamedDecl *D) { return Known.isOlder(*D); });
  });
}

llvm::SmallVector<NamedDecl *, 4> NameLookup::inNamespaces(DeclarationName Name) const {
  llvm::SmallVector<NamedDecl *, 4> Found;
  auto Homes = Session.Homes.find(Name);
  if (Homes != Session.Homes.end())
    for (const DeclContext *Home : Homes->second)
      for (NamedDecl *D : Home->lookup(Name))
        if (contextOf(*D) == Home && !isa<UsingShadowDecl>(D))
          Found.push_back(D);
  return Found;
}

void NameLookup::note(const NamedDecl &New) {
  if (Known.isOfSession(New) && contextOf(New)->isFileContext() && !isa<UsingShadowDecl>(New))
    Session.Homes[New.getDeclName()].insert(contextOf(New));
}

} // namespace chv
