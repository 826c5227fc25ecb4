#include "ast/uses.h"
#include "ast/last_value.h"
#include "ast/items.h"
#include "ast/reference_finder.h"
#include "llvm/ADT/SetVector.h"
#include <algorithm>

using namespace clang;

namespace chv {

// The template that an instance was made from, else the declaration itself.
static const Decl *writtenForm(const Decl *D) {
  if (const auto *Function = dyn_cast<FunctionDecl>(D)) {
    if (const FunctionDecl *Pattern = Function->getTemplateInstantiationPattern())
      D = Function = Pattern;
    if (const FunctionTemplateDecl *Template = Function->getDescribedFunctionTemplate())
      return Template;
  } else if (const auto *Special = dyn_cast<ClassTemplateSpecializationDecl>(D)) {
    if (!Special->isExplicitSpecialization())
      return Special->getSpecializedTemplate();
  } else if (const auto *Class = dyn_cast<CXXRecordDecl>(D)) {
    if (const ClassTemplateDecl *Template = Class->getDescribedClassTemplate())
      return Template;
  } else if (const auto *Special = dyn_cast<VarTemplateSpecializationDecl>(D)) {
    return Special->getSpecializedTemplate();
  } else if (const auto *Variable = dyn_cast<VarDecl>(D)) {
    if (const VarTemplateDecl *Template = Variable->getDescribedVarTemplate())
      return Template;
  } else if (const auto *Constant = dyn_cast<EnumConstantDecl>(D)) {
    if (const auto *Enum = dyn_cast<EnumDecl>(Constant->getDeclContext()); Enum && Enum->getIdentifier())
      return Enum;
  } else if (const auto *Alias = dyn_cast<TypeAliasDecl>(D)) {
    if (const TypeAliasTemplateDecl *Template = Alias->getDescribedAliasTemplate())
      return Template;
  }
  return D;
}

const NamedDecl *itemOf(const Frontend &Side, const Decl *D) {
  while (D) {
    D = writtenForm(D);
    const DeclContext *Context = D->getDeclContext();
    if (!Context)
      return nullptr;
    Context = Context->getRedeclContext();
    // A member that was defined outside its class is an item; the class is the one otherwise.
    if (Context->isFileContext() || D->isOutOfLine()) {
      const auto *Named = dyn_cast<NamedDecl>(D);
      return Named && hasItemName(*Named) && Side.redeclarations().isOfSession(*D) ? Named : nullptr;
    }
    D = dyn_cast<Decl>(Context);
  }
  return nullptr;
}

namespace {

class SideFinder : public ReferenceFinder {
public:
  explicit SideFinder(const Frontend &Side) : Side(Side) {}

protected:
  const Frontend &Side;
};

class ItemFinder : public SideFinder {
public:
  using SideFinder::SideFinder;
  void refersTo(const Decl &D) override {
    if (const NamedDecl *Item = itemOf(Side, &D))
      Items.insert(Item);
  }
  std::vector<Use> uses(const NamedDecl *But) const {
    std::vector<Use> Found;
    for (const NamedDecl *Item : Items)
      if (!But || Item->getCanonicalDecl() != But->getCanonicalDecl())
        Found.push_back({itemName(*Item), signatureOf(*Item), Side.redeclarations().cellOf(Item->getLocation())});
    return Found;
  }

private:
  llvm::SmallSetVector<const NamedDecl *, 8> Items;
};

// The first session type that has been defined anew, or instance that has been made anew, in what a type is made of.
class OldTypeFinder : public SideFinder {
public:
  using SideFinder::SideFinder;
  void refersTo(const Decl &D) override {
    look(dyn_cast<ClassTemplateSpecializationDecl>(&D));
    look(itemOf(Side, &D));
    if (const auto *Tag = dyn_cast<TagDecl>(&D))
      look(Tag->getTypedefNameForAnonDecl());
  }
  const NamedDecl *Old = nullptr;
  unsigned Newer = 0;

private:
  void look(const NamedDecl *Type) {
    if (!Old && Type && (Newer = Side.redeclarations().successorOf(*Type)))
      Old = Type;
  }
};

class VariableFinder : public SideFinder {
public:
  using SideFinder::SideFinder;
  void refersTo(const Decl &D) override {
    const auto *Variable = dyn_cast<VarDecl>(&D);
    if (!Variable || !Variable->isFileVarDecl() || !Side.redeclarations().isOfSession(D) || !Seen.insert(Variable).second)
      return;
    OldTypeFinder Finder(Side);
    Finder.TraverseType(Variable->getType().getCanonicalType());
    if (Finder.Old)
      Found.push_back({Variable->getQualifiedNameAsString(), itemName(*Finder.Old),
                       Side.redeclarations().cellOf(Finder.Old->getLocation()), Finder.Newer});
  }
  std::vector<OldType> Found;

private:
  llvm::SmallPtrSet<const Decl *, 8> Seen;
};

class CellFinder : public SideFinder {
public:
  using SideFinder::SideFinder;
  void refersTo(const Decl &D) override {
    if (!Side.redeclarations().isOfSession(D) || Side.redeclarations().isFresh(D))
      return;
    unsigned Cell = Side.redeclarations().cellOf(D.getLocation());
    if (!llvm::is_contained(Found, Cell))
      Found.push_back(Cell);
  }
  std::vector<unsigned> Found;
};

Footprint::Kind footprintOf(const Frontend &Side, const Decl &D) {
  // An instance of a library's template is made again by whoever needs it.
  if (isa<TopLevelStmtDecl, EmptyDecl>(D) || isLastValue(D) || !Side.redeclarations().isOfSession(D))
    return Footprint::Nothing;
  const auto *Named = dyn_cast<NamedDecl>(&D);
  if (!Named || !Named->getIdentifier() || writtenForm(&D) != &D || !D.getDeclContext()->isTranslationUnit())
    return Footprint::Lasting;
  if (const auto *Function = dyn_cast<FunctionDecl>(&D))
    return Function->isThisDeclarationADefinition() && !Function->isTemplateInstantiation() ? Footprint::Plain : Footprint::Lasting;
  const auto *Variable = dyn_cast<VarDecl>(&D);
  bool Plain = Variable && !isa<DecompositionDecl>(D) && Variable->isThisDeclarationADefinition() == VarDecl::Definition &&
               !isTemplateInstantiation(Variable->getTemplateSpecializationKind());
  return Plain ? Footprint::Plain : Footprint::Lasting;
}

} // namespace

Footprint footprintOf(Frontend &Host, llvm::StringRef Text) {
  Footprint Found;
  // Directives are no declarations.
  if (Text.contains('#') || Text.contains("_Pragma"))
    Found.What = Footprint::Lasting;
  // What takes the place of an instance is another one.
  if (Host.redeclarations().hasInstantiated())
    Found.What = Footprint::Lasting;
  for (const Decl *D : Host.consumer().declarations())
    Found.What = std::max(Found.What, footprintOf(Host, *D));
  if (Found.What == Footprint::Nothing)
    return Found;
  CellFinder Finder(Host);
  for (Decl *D : Host.consumer().declarations()) {
    // What a library's header declares knows nothing of the session; an instance of its templates may.
    const auto *Function = dyn_cast<FunctionDecl>(D);
    if (Host.redeclarations().isOfSession(*D) || (Function && Function->isTemplateInstantiation()))
      Finder.TraverseDecl(D);
  }
  Found.Cells = std::move(Finder.Found);
  llvm::append_range(Found.Cells, Host.redeclarations().givers());
  return Found;
}

std::vector<Use> usesOf(Frontend &Side, NamedDecl &D) {
  ItemFinder Finder(Side);
  Finder.TraverseDecl(&D);
  if (const auto *Value = dyn_cast<VarDecl>(&D)) // `auto` says it nowhere
    Finder.TraverseType(Value->getType());
  std::vector<Use> Found = Finder.uses(itemOf(Side, &D));
  for (const std::string &Macro : Side.macros().usedIn(D.getSourceRange()))
    Found.push_back({Macro, "", 0, true});
  return Found;
}

std::vector<Use> typesOf(Frontend &Side, const NamedDecl &D) {
  const auto *Variable = dyn_cast<VarDecl>(&D);
  if (!Variable)
    return {};
  ItemFinder Finder(Side);
  Finder.TraverseType(Variable->getType().getCanonicalType());
  return Finder.uses(nullptr);
}

std::string remarkOnOldType(const Frontend &Side, QualType Type) {
  if (Type.isNull() || !Side.redeclarations().hasOldTypes())
    return "";
  OldTypeFinder Finder(Side);
  Finder.TraverseType(Type.getCanonicalType());
  if (!Finder.Old)
    return "";
  std::string Name = itemName(*Finder.Old);
  return "the `" + Name + "` of cell " + std::to_string(Side.redeclarations().cellOf(Finder.Old->getLocation())) +
         " is another type than that of cell " + std::to_string(Finder.Newer);
}

std::vector<OldType> oldTypesIn(Frontend &Side) {
  if (!Side.redeclarations().hasOldTypes())
    return {};
  VariableFinder Finder(Side);
  const SourceManager &Sources = Side.compiler().getSourceManager();
  for (Decl *D : Side.consumer().declarations())
    if (Sources.getFileID(Sources.getExpansionLoc(D->getLocation())) == Side.files().newest())
      Finder.TraverseDecl(D);
  return std::move(Finder.Found);
}

} // namespace chv
