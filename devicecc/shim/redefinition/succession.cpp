#include "redefinition/succession.h"
#include "device/device_module.h"
#include "redefinition/replacement_rules.h"
#include "redefinition/template_instances.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace chv {

void Succession::beginCell() {
  Cell = {};
  Declaration = {};
}

void Succession::note(const NamedDecl &Old, const NamedDecl &New, bool Followed) { Cell.Replaced.push_back({&Old, &New, Known.cellOf(Old), Followed}); }

bool Succession::isReplaced(const NamedDecl &Old) const {
  return llvm::any_of(Cell.Replaced, [&](const Replaced &Entry) { return Entry.Old == &Old; });
}

void Succession::resume(NamedDecl &New) {
  if (!New.getDeclContext()->getRedeclContext()->isFileContext() || isa<UsingShadowDecl, NamespaceDecl>(New))
    return;
  Retirement Version = versionLike(New);
  if (Version.Followed)
    followFrom(New, *Version.Followed);
  else if (Version.Collides)
    Names.giveOwnSymbol(New, *Version.Collides);
}

// The newest version that has gone and that older code can leave for `New`.
Succession::Retirement Succession::versionLike(NamedDecl &New) const {
  Retirement Found;
  auto Gone = Session.Retired.find(New.getDeclName());
  if (Gone == Session.Retired.end())
    return Found;
  std::string Name = New.getQualifiedNameAsString();
  for (NamedDecl *Version : llvm::reverse(Gone->second)) {
    bool Differs = true;
    if (isType(New) != isType(*Version) || Version->getQualifiedNameAsString() != Name || !replaces(New, *Version, Differs))
      continue;
    Found.Collides = Version;
    if (!Differs && !isType(New)) {
      Found.Followed = Version;
      break;
    }
  }
  return Found;
}

// What a namespace has goes with it: `namespace a { int f(); }`, then `int a;`.
void Succession::retire(NamedDecl &Old, const NamedDecl &New) {
  std::vector<NamedDecl *> &Versions = Session.Retired[Old.getDeclName()];
  if (!Versions.empty() && Versions.back()->getCanonicalDecl() == Old.getCanonicalDecl())
    return;
  Versions.push_back(&Old);
  if (auto *Space = dyn_cast<NamespaceDecl>(&Old))
    for (NamespaceDecl *Part : Space->redecls())
      for (Decl *Member : Part->decls())
        if (auto *Named = dyn_cast<NamedDecl>(Member); Named && Named->getDeclName() && Named->getCanonicalDecl() == Named) {
          note(*Named, New, /*Followed=*/false);
          retire(*Named, New);
        }
}

void Succession::replace(NamedDecl &New, NamedDecl &Old, bool Differs) {
  const FunctionDecl *OldFunction = functionOf(Old);
  if (isa<CXXDeductionGuideDecl>(New.getAsFunction() ? *New.getAsFunction() : New))
    return;
  // What `using a::f;` brings in again is no other version, nor is `int f();`.
  bool Same = New.getUnderlyingDecl()->getCanonicalDecl() == Old.getUnderlyingDecl()->getCanonicalDecl();
  if (!Same && (!OldFunction || OldFunction->isDefined() || Differs))
    note(Old, New, !Differs && !isType(New));
  if (isa<TagDecl, ClassTemplateDecl>(Old) || namedFor(Old))
    Types.note(Old);
  Defaults.inherit(New, Old);
  Friendly.keep(New, Old);
  Using.redirect(Old, New);
  Declaration.Meant.push_back({&Old, &New});
  if (!Differs)
    return continueAs(New, Old);
  NamedDecl *Like = isa<UsingShadowDecl>(New) ? nullptr : versionLike(New).Followed;
  retire(Old, New);
  Like ? followFrom(New, *Like) : Names.giveOwnSymbol(New, Old);
}

// Older code goes on to `New` from a version that had gone.
void Succession::followFrom(NamedDecl &New, NamedDecl &Like) {
  note(Like, New, /*Followed=*/true);
  continueAs(New, Like);
}

// Older code goes on from `Like` to `New`.
void Succession::continueAs(NamedDecl &New, NamedDecl &Like) {
  Names.inheritSymbol(New, Like);
  provide(New);
  FunctionDecl *Function = functionOf(New);
  if (Function && Function->getReturnType()->getContainedDeducedType())
    Cell.ReturnTypes.push_back({Function, functionOf(Like), QualType()});
  Cell.Continued.push_back({&Like, &New});
}

// Clang generates `inline int f()` and `static int x` where they are used only.
void Succession::provide(NamedDecl &New) {
  if (FunctionDecl *Function = functionOf(New); Function && !isOfThisSide(*Function))
    return;
  Cell.Replacements.push_back(&New);
  const auto *Variable = dyn_cast<VarDecl>(&New);
  bool OnlyDeclared = Variable && Variable->isThisDeclarationADefinition() == VarDecl::DeclarationOnly;
  // Clang makes constants of the host for devices too, where they are used. One that is made for its own sake would be taken for a variable of the device.
  if (Variable && S.getLangOpts().CUDAIsDevice && !isForDevices(*Variable))
    return;
  if (isa<FunctionDecl, VarDecl>(New) && !New.isTemplated() && !OnlyDeclared && !New.hasAttr<UsedAttr>())
    New.addAttr(UsedAttr::CreateImplicit(S.getASTContext()));
}

// The variables behind a structured binding: what is taken apart, and what each name refers to if that is not a part of it.
static llvm::SmallVector<VarDecl *, 4> variablesOf(BindingDecl &Binding) {
  llvm::SmallVector<VarDecl *, 4> Found;
  if (auto *Whole = dyn_cast_or_null<VarDecl>(Binding.getDecomposedDecl()))
    Found.push_back(Whole);
  if (VarDecl *Holding = Binding.getHoldingVar())
    Found.push_back(Holding);
  return Found;
}

// Do both take a value of the same type apart, into the same names?
static bool takeApartAlike(BindingDecl &New, BindingDecl &Old) {
  auto *NewWhole = dyn_cast_or_null<DecompositionDecl>(New.getDecomposedDecl());
  auto *OldWhole = dyn_cast_or_null<DecompositionDecl>(Old.getDecomposedDecl());
  return NewWhole && OldWhole && New.getASTContext().hasSameType(NewWhole->getType(), OldWhole->getType()) &&
         llvm::equal(NewWhole->bindings(), OldWhole->bindings(),
                     [](const BindingDecl *A, const BindingDecl *B) { return A->getDeclName() == B->getDeclName(); });
}

void Succession::replaceBinding(BindingDecl &New, NamedDecl &Old) {
  auto *OldBinding = dyn_cast<BindingDecl>(&Old);
  bool Alike = OldBinding && takeApartAlike(New, *OldBinding);
  retire(Old, New);
  Using.redirect(Old, New);
  note(Old, New, Alike);
  auto News = variablesOf(New);
  llvm::SmallVector<VarDecl *, 4> Olds;
  if (Alike)
    Olds = variablesOf(*OldBinding);
  for (size_t I = 0; I < News.size(); ++I) {
    if (News[I]->hasAttr<UsedAttr>() || News[I]->hasAttr<AbiTagAttr>())
      continue; // another name of the same binding came first
    if (I < Olds.size()) {
      Names.inheritSymbol(*News[I], *Olds[I]);
      provide(*News[I]);
    } else {
      Names.giveOwnSymbol(*News[I], Old);
    }
  }
}

// The declaration has been read: it is known whether older code can use what it declares.
void Succession::afterDeclaration() {
  for (auto [Old, New] : std::exchange(Declaration.Undecided, {})) {
    if (New->isInvalidDecl())
      continue;
    bool Differs = false;
    if (!Old)
      resume(*New);
    else if (auto *Binding = dyn_cast<BindingDecl>(New))
      replaceBinding(*Binding, *Old);
    else if (replaces(*New, *Old, Differs))
      replace(*New, *Old, Differs);
  }
}

static bool isOnlyDeclared(const NamedDecl &D) {
  if (const FunctionDecl *Function = functionOf(const_cast<NamedDecl &>(D)))
    return !Function->isDefined();
  const auto *Variable = dyn_cast<VarDecl>(&D);
  return Variable && !Variable->getDefinition();
}

void Succession::forgetDeclarations() {
  llvm::erase_if(Cell.Replaced, [](const Replaced &Entry) { return Entry.Followed && isOnlyDeclared(*Entry.New); });
}

void Succession::compareReturnTypes(SourceLocation End) {
  for (const Undeduced &Entry : Cell.ReturnTypes)
    if (deducesAnother(Entry, End))
      stopFollowing(*Entry.New);
}

// Does a function whose return type is deduced return another type than the one that it took the place of?
bool Succession::deducesAnother(const Undeduced &Entry, SourceLocation End) {
  ASTContext &Context = S.getASTContext();
  if (!Entry.Old)
    return !Context.hasSameType(Entry.New->getReturnType(), Entry.Type);
  FunctionTemplateDecl *NewTemplate = Entry.New->getDescribedFunctionTemplate(), *OldTemplate = Entry.Old->getDescribedFunctionTemplate();
  if (!NewTemplate || !OldTemplate)
    return !Context.hasSameType(Entry.New->getReturnType(), Entry.Old->getReturnType());
  return llvm::any_of(usedInstances(*OldTemplate), [&](FunctionDecl *Instance) {
    FunctionDecl *Made = S.InstantiateFunctionDeclaration(NewTemplate, Instance->getTemplateSpecializationArgs(), End);
    if (!Made || (Made->getReturnType()->isUndeducedType() && S.DeduceReturnType(Made, End, /*Diagnose=*/false)))
      return true;
    return !Context.hasSameType(Made->getReturnType(), Instance->getReturnType());
  });
}

// Older code goes on with the older function: it would misuse the new one.
void Succession::stopFollowing(FunctionDecl &New) {
  NamedDecl *Named = New.getDescribedFunctionTemplate();
  Named = Named ? Named : &New;
  const NamedDecl *Old = Named;
  for (Replaced &Entry : Cell.Replaced)
    if (Entry.New == Named) {
      Entry.Followed = false;
      Old = Entry.Old;
      if (Old->getDeclContext()->getRedeclContext()->isFileContext())
        retire(const_cast<NamedDecl &>(*Old), New);
    }
  llvm::erase(Cell.Replacements, Named);
  for (FunctionDecl *Declared : New.redecls()) {
    Declared->dropAttr<AbiTagAttr>();
    Declared->dropAttr<AsmLabelAttr>();
  }
  if (New.getPrimaryTemplate())
    return Names.labelInstance(New);
  bool Typed = Named == &New && New.getDeclContext()->getRedeclContext()->isFileContext();
  if (NamedDecl *Like = Typed ? versionLike(New).Followed : nullptr) {
    note(*Like, *Named, /*Followed=*/true);
    Names.inheritSymbol(*Named, *Like);
    provide(*Named);
  } else {
    Names.giveOwnSymbol(*Named, *Old);
  }
  for (FunctionDecl *Declared : New.redecls())
    if (Declared != &New)
      Names.inheritSymbol(*Declared, New);
}

} // namespace chv
