#include "redefinition/symbols.h"
#include "ast/items.h"
#include "redefinition/replacement_rules.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Mangle.h"

using namespace clang;

namespace chv {

void passTag(NamedDecl &Again) {
  auto *Template = dyn_cast<ClassTemplateDecl>(&Again);
  auto *Class = Template ? Template->getTemplatedDecl() : dyn_cast<TagDecl>(&Again);
  const AbiTagAttr *Tags = Class ? Class->getCanonicalDecl()->getAttr<AbiTagAttr>() : nullptr;
  if (Tags && Tags->isImplicit() && !Class->hasAttr<AbiTagAttr>())
    Class->addAttr(Tags->clone(Class->getASTContext()));
}

std::string Symbols::nextVersion(const NamedDecl &D) { return "v" + std::to_string(++Session.Versions[D.getQualifiedNameAsString()] + 1); }

void Symbols::giveLabel(NamedDecl &Named, llvm::StringRef Tag) {
  std::string Name = Named.getQualifiedNameAsString() + "." + Tag.str();
  llvm::replace(Name, ':', '.');
  Named.addAttr(AsmLabelAttr::CreateImplicit(Context, Name));
}

void Symbols::giveOwnSymbol(NamedDecl &New, const NamedDecl &Old) {
  // Without the older one it would have no symbol of its own.
  noteGiver(Known.cellOf(Old));
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

void Symbols::giveTag(NamedDecl &Named, llvm::StringRef Tag) {
  if (isExternC(Named))
    return giveLabel(Named, Tag);
  // Itanium's ABI tags: part of the symbol, and of the symbols of everything whose signature mentions the declaration, but
  // not of the name that people see.
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

void Symbols::inheritSymbol(NamedDecl &New, const NamedDecl &Old) {
  auto Described = [](auto &D) {
    auto *Template = dyn_cast<TemplateDecl>(&D);
    return Template ? Template->getTemplatedDecl() : &D;
  };
  auto *To = Described(New);
  const auto *From = Described(Old);
  if (!To || !From || !isa<FunctionDecl, VarDecl>(To))
    return;
  if (const auto *Tags = givenTo<AbiTagAttr>(*From); Tags && !To->template hasAttr<AbiTagAttr>())
    To->addAttr(Tags->clone(Context));
  if (const auto *Label = givenTo<AsmLabelAttr>(*From); Label && !To->template hasAttr<AsmLabelAttr>())
    To->addAttr(Label->clone(Context));
  Cell.Inherited.push_back({To, From});
}

static std::string symbolOf(const NamedDecl &D) {
  std::unique_ptr<MangleContext> Mangler(D.getASTContext().createMangleContext());
  std::string Symbol;
  llvm::raw_string_ostream Out(Symbol);
  const auto *Function = dyn_cast<FunctionDecl>(&D);
  GlobalDecl Global = Function ? globalOf(*Function) : GlobalDecl(cast<VarDecl>(&D));
  if (Mangler->shouldMangleDeclName(&D))
    Mangler->mangleName(Global, Out);
  else
    Out << D.getName();
  return Symbol;
}

void Symbols::labelInstance(NamedDecl &Instance) {
  Session.Specials.use(/*ByVersions=*/true);
  std::string Symbol = symbolOf(Instance);
  Session.Specials.use(/*ByVersions=*/false);
  Instance.addAttr(AsmLabelAttr::CreateImplicit(Context, Symbol + ".i" + std::to_string(Known.newest())));
}

template <class T> static void label(T &New, const std::string &Symbol) {
  for (auto *Declared : New.redecls())
    Declared->addAttr(AsmLabelAttr::CreateImplicit(New.getASTContext(), Symbol));
}

// Older code knows the old one's symbol alone: `extern "C" int f()` after `int f()`, or the reverse.
static bool shareSymbol(FunctionDecl &New, const FunctionDecl &Old) {
  if (New.isTemplated() || New.isExternC() == Old.isExternC() || New.hasAttr<AsmLabelAttr>())
    return false;
  label(New, symbolOf(Old));
  return true;
}

template <class T> static void setStatic(T &D, bool Static) {
  D.setStorageClass(Static ? SC_Static : SC_None);
  D.invalidateCachedLinkage();
}

// What is `static` has another symbol than what is not, so `static int f()` after `int f()` is not. False if both were so anyway.
template <class T> static bool shareStatic(T &New, const T &Old) {
  bool Static = Old.getStorageClass() == SC_Static;
  if (!New.getDeclContext()->getRedeclContext()->isFileContext() || (New.getCanonicalDecl()->getStorageClass() == SC_Static) == Static)
    return false;
  for (auto *Declared : New.redecls())
    setStatic(*Declared, Static);
  if constexpr (std::is_same_v<T, FunctionDecl>)
    if (FunctionTemplateDecl *Template = New.getDescribedFunctionTemplate())
      for (FunctionDecl *Instance : Template->specializations())
        for (FunctionDecl *Declared : Instance->redecls())
          setStatic(*Declared, Static);
  return true;
}

// Gives `New` the linkage that `Old` has. True if it has it of an older declaration.
bool Symbols::takeLinkage(NamedDecl &New, const NamedDecl &Old) {
  bool Shared = Session.Givers.contains(Old.getCanonicalDecl());
  auto *Function = dyn_cast<FunctionDecl>(&New);
  if (const auto *OldFunction = dyn_cast<FunctionDecl>(&Old); Function && OldFunction) {
    Shared |= shareSymbol(*Function, *OldFunction);
    Shared |= shareStatic(*Function, *OldFunction);
  } else if (auto *Variable = dyn_cast<VarDecl>(&New); Variable && isa<VarDecl>(Old)) {
    bool Declared = llvm::any_of(Variable->redecls(), [](const VarDecl *D) { return D->getStorageClass() == SC_Extern; });
    bool Static = cast<VarDecl>(Old).getStorageClass() == SC_Static;
    // `extern int x;` that became `static` would be a definition.
    if (Declared && Static && !Variable->hasAttr<AsmLabelAttr>())
      label(*Variable, symbolOf(Old));
    Shared |= Declared ? Static : shareStatic(*Variable, cast<VarDecl>(Old));
  }
  return Shared;
}

void Symbols::shareLinkage() {
  for (auto [New, Old] : std::exchange(Cell.Inherited, {})) {
    if (!takeLinkage(*New, *Old))
      continue;
    unsigned Giver = Session.Givers.lookup(Old->getCanonicalDecl());
    Giver = Giver ? Giver : Known.cellOf(*Old);
    noteGiver(Giver);
    Session.Givers[New->getCanonicalDecl()] = Giver;
  }
}

} // namespace chv
