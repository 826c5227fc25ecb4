// Which symbol a declaration has that took an older one's place: the older one's, which older code knows, or one of its own.
#include "redeclarations.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace chv {

std::string Redeclarations::nextVersion(const NamedDecl &D) { return "v" + std::to_string(++Versions[D.getQualifiedNameAsString()] + 1); }

// For names that are not mangled, or without regard to tags.
void Redeclarations::giveLabel(NamedDecl &Named, llvm::StringRef Tag) {
  std::string Name = Named.getQualifiedNameAsString() + "." + Tag.str();
  llvm::replace(Name, ':', '.');
  Named.addAttr(AsmLabelAttr::CreateImplicit(S.getASTContext(), Name));
}

void Redeclarations::giveOwnSymbol(NamedDecl &New, const NamedDecl &Old) {
  // Without the older one it would have no symbol of its own.
  GiversNow.insert(cellOf(Old.getLocation()));
  NamedDecl *Named = &New;
  if (auto *Template = dyn_cast<TemplateDecl>(&New))
    Named = Template->getTemplatedDecl();
  if (TagDecl *Nameless = namedFor(New))
    Named = Nameless;
  if (!Named || isa<NamespaceDecl>(Named)) // a concept has none; a namespace gives none
    return;
  std::string Tag = nextVersion(New);
  giveTag(*Named, Tag);
  // In the symbols of what has it as an argument a template has its own.
  if (isa<ClassTemplateDecl, TypeAliasTemplateDecl>(New))
    giveTag(New, Tag);
}

void Redeclarations::giveTag(NamedDecl &Named, llvm::StringRef Tag) {
  if (isExternC(Named))
    return giveLabel(Named, Tag);
  // Itanium's ABI tags: part of the symbol, and of the symbols of everything whose signature mentions the declaration, but
  // not of the name that people see.
  ASTContext &Context = S.getASTContext();
  llvm::StringRef Tags[] = {Tag.copy(Context.getAllocator())};
  Named.addAttr(AbiTagAttr::CreateImplicit(Context, Tags, 1));
}

// What we gave a declaration, or the first one of the same, which has the symbol.
template <class A> static const A *givenTo(const Decl &D) {
  for (const Decl *Declared : {&D, D.getCanonicalDecl()})
    if (const A *Given = Declared->getAttr<A>(); Given && Given->isImplicit())
      return Given;
  return nullptr;
}

// A third definition takes the place of a second one that had got a symbol of its own.
void Redeclarations::inheritSymbol(NamedDecl &New, const NamedDecl &Old) {
  auto Described = [](auto &D) {
    auto *Template = dyn_cast<TemplateDecl>(&D);
    return Template ? Template->getTemplatedDecl() : &D;
  };
  auto *To = Described(New);
  const auto *From = Described(Old);
  if (!To || !From || !isa<FunctionDecl, VarDecl>(To))
    return;
  ASTContext &Context = S.getASTContext();
  if (const auto *Tags = givenTo<AbiTagAttr>(*From); Tags && !To->template hasAttr<AbiTagAttr>())
    To->addAttr(Tags->clone(Context));
  if (const auto *Label = givenTo<AsmLabelAttr>(*From); Label && !To->template hasAttr<AsmLabelAttr>())
    To->addAttr(Label->clone(Context));
  OtherLinkage.push_back({To, From});
}

} // namespace chv
