// Does a new declaration take an older one's place, and can older code go on to it?
#include "redefinition/replacement_rules.h"
#include "device/device_module.h"
#include "redefinition/name_lookup.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace chv {

FunctionDecl *functionOf(NamedDecl &D) {
  auto *Template = dyn_cast<FunctionTemplateDecl>(&D);
  return Template ? Template->getTemplatedDecl() : dyn_cast<FunctionDecl>(&D);
}

bool isType(const NamedDecl &D) { return isa<TypeDecl, ClassTemplateDecl, TypeAliasTemplateDecl>(D); }

TagDecl *namedFor(const NamedDecl &D) {
  const auto *Alias = dyn_cast<TypedefNameDecl>(&D);
  TagDecl *Tag = Alias ? Alias->getUnderlyingType()->getAsTagDecl() : nullptr;
  const TypedefNameDecl *Name = Tag ? Tag->getTypedefNameForAnonDecl() : nullptr;
  return Name && Name->getCanonicalDecl() == Alias->getCanonicalDecl() ? Tag : nullptr;
}

bool isFoundByClass(const NamedDecl &D) { return D.getFriendObjectKind() != Decl::FOK_None; }

// Is it the same type but for what has been defined anew since? `struct S { int a; };` then `struct S { float a; };`: both are named `S`.
static bool isNamedAlike(QualType New, QualType Old) {
  return New.getCanonicalType().getUnqualifiedType().getAsString() == Old.getCanonicalType().getUnqualifiedType().getAsString();
}

bool sameParameters(const FunctionDecl &New, const FunctionDecl &Old, bool &Differ) {
  ASTContext &Context = New.getASTContext();
  if (New.getNumParams() != Old.getNumParams() || New.isVariadic() != Old.isVariadic())
    return false;
  for (unsigned I = 0; I < New.getNumParams(); ++I) {
    QualType NewType = New.getParamDecl(I)->getType(), OldType = Old.getParamDecl(I)->getType();
    if (Context.hasSameUnqualifiedType(NewType, OldType))
      continue;
    if (!isNamedAlike(NewType, OldType))
      return false;
    Differ = true;
  }
  return true;
}

bool onOtherSide(const FunctionDecl &New, const FunctionDecl &Old) {
  auto OnHost = [](const FunctionDecl &F) { return F.hasAttr<CUDAHostAttr>() || F.hasAttr<CUDAGlobalAttr>() || !F.hasAttr<CUDADeviceAttr>(); };
  auto OnDevice = [](const FunctionDecl &F) { return F.hasAttr<CUDADeviceAttr>() || F.hasAttr<CUDAGlobalAttr>(); };
  return (OnHost(New) && !OnDevice(New) && !OnHost(Old)) || (OnHost(Old) && !OnDevice(Old) && !OnHost(New));
}

bool isOfThisSide(const FunctionDecl &Function) {
  bool OnDevice = Function.hasAttr<CUDADeviceAttr>() || Function.hasAttr<CUDAGlobalAttr>();
  return Function.getASTContext().getLangOpts().CUDAIsDevice ? OnDevice
                                      : !Function.hasAttr<CUDADeviceAttr>() || Function.hasAttr<CUDAHostAttr>();
}

// The concept that constrains a template parameter, if one does: `C` of `template <C T>`.
static const NamedDecl *conceptOf(const NamedDecl &Parameter) {
  const auto *Type = dyn_cast<TemplateTypeParmDecl>(&Parameter);
  const TypeConstraint *Constraint = Type ? Type->getTypeConstraint() : nullptr;
  return Constraint ? Constraint->getNamedConcept() : nullptr;
}

static std::string textOf(const Expr *Constraint, const ASTContext &Context) {
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  if (Constraint)
    Constraint->printPretty(Out, nullptr, Context.getPrintingPolicy());
  return Text;
}

// Are these lists of parameters, which differ, written alike, and constrained by concepts of the same names that have been defined anew in between?
// `template <C T> void f(T);`, then another `concept C`, then `template <C T> void f(T);` again.
static bool sameButForConcepts(const TemplateParameterList &New, const TemplateParameterList &Old, const ASTContext &Context) {
  if (New.size() != Old.size() || textOf(New.getRequiresClause(), Context) != textOf(Old.getRequiresClause(), Context))
    return false;
  bool Differ = New.getRequiresClause() != nullptr;
  for (unsigned I = 0; I < New.size(); ++I) {
    const NamedDecl *NewParameter = New.getParam(I), *OldParameter = Old.getParam(I);
    const NamedDecl *NewConcept = conceptOf(*NewParameter), *OldConcept = conceptOf(*OldParameter);
    const auto *NewValue = dyn_cast<NonTypeTemplateParmDecl>(NewParameter), *OldValue = dyn_cast<NonTypeTemplateParmDecl>(OldParameter);
    if (NewParameter->isParameterPack() != OldParameter->isParameterPack())
      return false;
    if (NewValue && OldValue && Context.hasSameType(NewValue->getType(), OldValue->getType()))
      continue;
    if (!isa<TemplateTypeParmDecl>(NewParameter) || !isa<TemplateTypeParmDecl>(OldParameter) || !NewConcept != !OldConcept)
      return false;
    if (!NewConcept || NewConcept == OldConcept)
      continue;
    if (NewConcept->getDeclName() != OldConcept->getDeclName() ||
        NewConcept->getDeclContext()->getPrimaryContext() != OldConcept->getDeclContext()->getPrimaryContext())
      return false;
    Differ = true;
  }
  return Differ;
}

// Can a template be out of the question for some arguments because this type, which it returns, is none then? `typename T::type`, say.
static bool mayBeNone(QualType Returned) {
  struct Finder : DynamicRecursiveASTVisitor {
    bool Found = false;
    bool VisitDependentNameType(DependentNameType *) override { return !(Found = true); }
    bool VisitDecltypeType(DecltypeType *T) override { return !(Found |= T->isDependentType()); }
  } Finding;
  Finding.TraverseType(Returned.getCanonicalType());
  return Finding.Found;
}

static std::string trailingConstraint(const FunctionDecl &Function) {
  return textOf(Function.getTrailingRequiresClause().ConstraintExpr, Function.getASTContext());
}

// Of templates with the same parameters: is one of them for arguments that the other is not for? Its constraint says so, or the type that it returns:
// `template <class T> enable_if_t<A<T>> f(T);` beside `template <class T> enable_if_t<B<T>> f(T);`.
static bool areOverloads(const FunctionDecl &New, const FunctionDecl &Old) {
  QualType NewType = New.getReturnType(), OldType = Old.getReturnType();
  bool OtherType = !isNamedAlike(NewType, OldType) && (mayBeNone(NewType) || mayBeNone(OldType));
  return OtherType || trailingConstraint(New) != trailingConstraint(Old);
}

bool isExternC(const NamedDecl &D) {
  const auto *Function = dyn_cast<FunctionDecl>(&D);
  const auto *Variable = dyn_cast<VarDecl>(&D);
  return (Function && Function->isExternC()) || (Variable && Variable->isExternC());
}

bool hasPlainSymbol(const NamedDecl &D) {
  return isExternC(D) || (isa<VarDecl>(D) && isa<TranslationUnitDecl>(contextOf(D)));
}

// No class may share its name with it: `concept C = true;` beside `struct C;` is an error, `int C();` is none.
static bool hasNameToItself(const NamedDecl &D) { return isa<BindingDecl, VarTemplateDecl, ConceptDecl>(D); }

static bool isKeptToFile(const NamedDecl &D) {
  const auto *Function = functionOf(const_cast<NamedDecl &>(D));
  const auto *Variable = dyn_cast<VarDecl>(&D);
  bool Static = (Function && Function->getStorageClass() == SC_Static) || (Variable && Variable->getStorageClass() == SC_Static);
  return D.isInAnonymousNamespace() || (Static && contextOf(D)->isFileContext());
}

// Is one of them kept to one file, and the other of another file? `static int f()` in `a.cu` and `int f()` in `b.cu` have but the name in common, as in a
// program of these files. What is typed is of no file.
static bool areOfTwoFiles(const NamedDecl &New, const NamedDecl &Old) {
  if (!isKeptToFile(New) && !isKeptToFile(Old))
    return false;
  const SourceManager &Sources = New.getASTContext().getSourceManager();
  PresumedLoc Now = Sources.getPresumedLoc(Sources.getExpansionLoc(New.getLocation()));
  PresumedLoc Then = Sources.getPresumedLoc(Sources.getExpansionLoc(Old.getLocation()));
  if (Now.isInvalid() || Then.isInvalid())
    return false;
  llvm::StringRef File = Now.getFilename(), Before = Then.getFilename();
  return File != Before && !File.starts_with("cell ") && !Before.starts_with("cell ");
}

bool replaces(NamedDecl &New, NamedDecl &Old, bool &Differs) {
  if (isa<UsingShadowDecl>(New) || isa<UsingShadowDecl>(Old)) {
    // A class may share its name with a function or a variable of the same namespace.
    const NamedDecl &Brought = *New.getUnderlyingDecl();
    if (isa<TagDecl>(Old) && contextOf(Old) == contextOf(New) && !isType(Brought) && !hasNameToItself(Brought))
      return false;
    // Functions that are brought in are overloads like others, but their symbols are those of where they come from.
    bool Replaces = replaces(*New.getUnderlyingDecl(), *Old.getUnderlyingDecl(), Differs);
    Differs = true;
    return Replaces;
  }
  ASTContext &Context = New.getASTContext();
  if (isType(New) || isType(Old)) {
    Differs = !isType(New) || !isType(Old) || isa<TagDecl, ClassTemplateDecl, TypeAliasTemplateDecl>(New) || namedFor(New);
    return true;
  }
  auto *NewFunction = functionOf(New), *OldFunction = functionOf(Old);
  if (!NewFunction || !OldFunction) {
    Differs = !replacesVariable(New, Old) || areOfTwoFiles(New, Old);
    return true;
  }
  auto *NewTemplate = dyn_cast<FunctionTemplateDecl>(&New), *OldTemplate = dyn_cast<FunctionTemplateDecl>(&Old);
  if (!NewTemplate != !OldTemplate)
    return false;
  bool OtherConcept = NewTemplate && !Context.isSameTemplateParameterList(NewTemplate->getTemplateParameters(), OldTemplate->getTemplateParameters());
  if (OtherConcept && !sameButForConcepts(*NewTemplate->getTemplateParameters(), *OldTemplate->getTemplateParameters(), Context))
    return false;
  if (NewTemplate && areOverloads(*NewFunction, *OldFunction))
    return false;
  if (NewFunction->isMain() && OldFunction->isMain())
    return true;
  bool OtherTypes = false, OneSymbol = NewFunction->isExternC() && OldFunction->isExternC();
  bool Overload = !sameParameters(*NewFunction, *OldFunction, OtherTypes);
  if ((Overload && !OneSymbol) || onOtherSide(*NewFunction, *OldFunction))
    return false;
  Differs = !Context.hasSameType(NewFunction->getReturnType(), OldFunction->getReturnType()) &&
            !NewFunction->getReturnType()->isUndeducedType();
  Differs |= OtherConcept || OtherTypes || Overload;
  Differs |= NewFunction->hasAttr<CUDAGlobalAttr>() != OldFunction->hasAttr<CUDAGlobalAttr>();
  Differs |= areOfTwoFiles(New, Old);
  return true;
}

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
  const auto *Method = dyn_cast<CXXMethodDecl>(&Old);
  if (Method && Method->isVirtual() && Method->hasAttr<CUDADeviceAttr>())
    return BuiltIn::InObjects;
  llvm::FoldingSetNodeID Was, Is;
  const APValue *Before = constantOf(Old), *Now = constantOf(New);
  if (!Before)
    return BuiltIn::Nowhere;
  Before->Profile(Was);
  if (Now)
    Now->Profile(Is);
  if (Now && Was == Is)
    return BuiltIn::Nowhere;
  // Clang folds `const double x = 1;` too, though it is no constant to C++.
  const auto &Variable = cast<VarDecl>(Old);
  bool Everywhere = Variable.mightBeUsableInConstantExpressions(Old.getASTContext()) || Variable.getType()->isFloatingType();
  return Everywhere ? BuiltIn::Everywhere : BuiltIn::InDeviceCode;
}

bool isUnfinished(const NamedDecl &New) {
  if (isa<BindingDecl>(New))
    return true;
  const auto *Variable = dyn_cast<VarDecl>(&New);
  return Variable && !Variable->isTemplated() &&
         (Variable->getType()->isUndeducedType() || Variable->getType()->getContainedDeducedType() || Variable->getType()->isIncompleteArrayType());
}

bool replacesVariable(NamedDecl &New, NamedDecl &Old) {
  ASTContext &Context = New.getASTContext();
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

} // namespace chv
