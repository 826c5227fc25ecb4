// When a variable takes an older one's place, and what makes older code find it, and functions, under the names that it uses.
#include "ast/items.h"
#include "device/device_module.h"
#include "redefinition/redeclarations.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Mangle.h"

using namespace clang;

namespace chv {

// A variable, or a template of variables.
static ValueDecl *valueOf(NamedDecl &D) {
  auto *Template = dyn_cast<VarTemplateDecl>(&D);
  return Template ? Template->getTemplatedDecl() : dyn_cast<ValueDecl>(&D);
}

// The value of a variable that does not change; null if it may.
static const APValue *constantOf(const NamedDecl &D) {
  const auto *Variable = dyn_cast<VarDecl>(&D);
  Variable = Variable ? Variable->getDefinition() : nullptr;
  if (!Variable || Variable->isInvalidDecl() || Variable->getType()->isDependentType() || Variable->getType()->isReferenceType() ||
      Variable->hasAttr<CUDADeviceAttr>() || Variable->hasAttr<CUDAConstantAttr>() || Variable->getType().isVolatileQualified() ||
      !(Variable->isConstexpr() || Variable->getType().isConstant(D.getASTContext())))
    return nullptr;
  const Expr *Value = Variable->getInit();
  return Value && !Value->isValueDependent() ? Variable->evaluateValue() : nullptr;
}

BuiltIn builtIn(const NamedDecl &New, const NamedDecl &Old) {
  llvm::FoldingSetNodeID Was, Is;
  const APValue *Before = constantOf(Old), *Now = constantOf(New);
  if (!Before)
    return BuiltIn::Nowhere;
  Before->Profile(Was);
  if (Now)
    Now->Profile(Is);
  if (Now && Was == Is)
    return BuiltIn::Nowhere;
  // Clang folds constants of floating point types as well.
  const auto &Variable = cast<VarDecl>(Old);
  bool Everywhere = Variable.mightBeUsableInConstantExpressions(Old.getASTContext()) || Variable.getType()->isFloatingType();
  return Everywhere ? BuiltIn::Everywhere : BuiltIn::InDeviceCode;
}

// Is the type known only when the whole declaration has been read?
bool Redeclarations::isUnfinished(const NamedDecl &New) {
  if (isa<BindingDecl>(New))
    return true;
  const auto *Variable = dyn_cast<VarDecl>(&New);
  return Variable && !Variable->isTemplated() &&
         (Variable->getType()->isUndeducedType() || Variable->getType()->getContainedDeducedType() || Variable->getType()->isIncompleteArrayType());
}

// Can code that uses the old one use the new one? Constants of a device lie in an address space of their own.
bool Redeclarations::replacesVariable(NamedDecl &New, NamedDecl &Old) {
  ASTContext &Context = S.getASTContext();
  ValueDecl *NewValue = valueOf(New), *OldValue = valueOf(Old);
  auto *NewTemplate = dyn_cast<VarTemplateDecl>(&New), *OldTemplate = dyn_cast<VarTemplateDecl>(&Old);
  if (!NewValue || !OldValue || !NewTemplate != !OldTemplate || isa<BindingDecl>(NewValue) || isa<BindingDecl>(OldValue))
    return false;
  if (NewTemplate && (!Context.isSameTemplateParameterList(NewTemplate->getTemplateParameters(), OldTemplate->getTemplateParameters()) ||
                      NewValue->getType()->getContainedDeducedType()))
    return false;
  auto OfThread = [](const ValueDecl *D) {
    auto *Variable = dyn_cast<VarDecl>(D);
    return Variable && Variable->getTLSKind() != VarDecl::TLS_None;
  };
  // Clang may not have decided yet whether it makes the new one a constant of the device.
  bool SameConstancy = isWritten<CUDAConstantAttr>(*NewValue) == isWritten<CUDAConstantAttr>(*OldValue);
  return NewValue->hasAttr<CUDADeviceAttr>() == OldValue->hasAttr<CUDADeviceAttr>() && SameConstancy &&
         OfThread(NewValue) == OfThread(OldValue) && Context.hasSameType(NewValue->getType(), OldValue->getType());
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

void Redeclarations::decideBinding(BindingDecl &New, NamedDecl &Old) {
  auto *OldBinding = dyn_cast<BindingDecl>(&Old);
  bool Alike = OldBinding && takeApartAlike(New, *OldBinding);
  retire(Old, New);
  passBrought(Old, New);
  Superseded.push_back({&Old, &New, cellOf(Old.getLocation()), Alike});
  auto News = variablesOf(New);
  llvm::SmallVector<VarDecl *, 4> Olds;
  if (Alike)
    Olds = variablesOf(*OldBinding);
  for (size_t I = 0; I < News.size(); ++I) {
    if (News[I]->hasAttr<UsedAttr>() || News[I]->hasAttr<AbiTagAttr>())
      continue; // another name of the same binding came first
    if (I < Olds.size()) {
      inheritSymbol(*News[I], *Olds[I]);
      noteReplacement(*News[I]);
    } else {
      giveOwnSymbol(*News[I], Old);
    }
  }
}

// The declaration has been read: it is known whether older code can use what it declares.
void Redeclarations::decide() {
  for (auto [Old, New] : std::exchange(Undecided, {})) {
    if (New->isInvalidDecl())
      continue;
    bool Differs = false;
    if (!Old)
      resume(*New);
    else if (auto *Binding = dyn_cast<BindingDecl>(New))
      decideBinding(*Binding, *Old);
    else if (replaces(*New, *Old, Differs))
      takePlace(*New, *Old, Differs);
  }
}

std::string Redeclarations::symbolOf(const NamedDecl &D) const {
  std::unique_ptr<MangleContext> Mangler(S.getASTContext().createMangleContext());
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

template <class T> static void label(T &New, const std::string &Symbol) {
  for (auto *Declared : New.redecls())
    Declared->addAttr(AsmLabelAttr::CreateImplicit(New.getASTContext(), Symbol));
}

// One has C's linkage, the other has not: older code knows the old one's symbol alone.
bool Redeclarations::shareSymbol(FunctionDecl &New, const FunctionDecl &Old) {
  if (New.isTemplated() || New.isExternC() == Old.isExternC() || New.hasAttr<AsmLabelAttr>())
    return false;
  label(New, symbolOf(Old));
  return true;
}

template <class T> static void setStatic(T &D, bool Static) {
  D.setStorageClass(Static ? SC_Static : SC_None);
  D.invalidateCachedLinkage();
}

// What is `static` has another symbol than what is not: the new one is as the old one was. False if it was so anyway.
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

// At the end of a cell, which may declare a function several times, each time `static`.
void Redeclarations::shareLinkage() {
  for (auto [New, Old] : std::exchange(OtherLinkage, {})) {
    bool Shared = Givers.contains(Old->getCanonicalDecl());
    auto *Function = dyn_cast<FunctionDecl>(New);
    if (const auto *OldFunction = dyn_cast<FunctionDecl>(Old); Function && OldFunction) {
      Shared |= shareSymbol(*Function, *OldFunction);
      Shared |= shareStatic(*Function, *OldFunction);
    } else if (auto *Variable = dyn_cast<VarDecl>(New); Variable && isa<VarDecl>(Old)) {
      bool Declared = llvm::any_of(Variable->redecls(), [](const VarDecl *D) { return D->getStorageClass() == SC_Extern; });
      bool Static = cast<VarDecl>(Old)->getStorageClass() == SC_Static;
      // An `extern` declaration that became `static` would be a definition.
      if (Declared && Static && !Variable->hasAttr<AsmLabelAttr>())
        label(*Variable, symbolOf(*Old));
      Shared |= Declared ? Static : shareStatic(*Variable, *cast<VarDecl>(Old));
    }
    if (!Shared)
      continue;
    unsigned Giver = Givers.lookup(Old->getCanonicalDecl());
    Giver = Giver ? Giver : cellOf(Old->getLocation());
    GiversNow.insert(Giver);
    Givers[New->getCanonicalDecl()] = Giver;
  }
}

} // namespace chv
