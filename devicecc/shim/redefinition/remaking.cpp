#include "redefinition/remaking.h"
#include "redefinition/replacement_rules.h"
#include "redefinition/template_instances.h"
#include "clang/AST/ASTConcept.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprConcepts.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Template.h"
#include "clang/Sema/TemplateDeduction.h"

using namespace clang;

namespace chv {

void Remaking::afterDeclaration() {
  meanNewer();
  settleSpecializations();
}

static void noteIn(Instances &Made, NamedDecl &New) {
  if (auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(&New))
    Made.note(*Class);
  else
    Made.note(cast<VarTemplateSpecializationDecl>(New));
}

void Remaking::note(const RedeclarableTemplateDecl &Template, NamedDecl &New) {
  noteIn(Session.Made, New);
  Cell.Instantiated |= Known.isOfSession(Template);
  for (const Dropped &Entry : llvm::reverse(Session.Classes))
    if (haveSameArguments(*Entry.Class, New) && templateOf(*Entry.Class).getCanonicalDecl() == Template.getCanonicalDecl()) {
      Symbolic.versions().add(cast<ClassTemplateSpecializationDecl>(New), "i" + std::to_string(Entry.Cell));
      break;
    }
  Specialized.note(Template, New);
}

// The new one is of the same arguments: `template <> struct A<int> {};`. Or the old one was made of a partial specialization that the new one takes the
// place of: `template <class T> struct A<T *> {};`. True if what is made of the old one has to be made again.
bool Remaking::replaceSpecialization(NamedDecl &Old, NamedDecl &New) {
  auto *Variable = dyn_cast<VarTemplateSpecializationDecl>(&New);
  bool Partial = isa<VarTemplatePartialSpecializationDecl>(New);
  bool Follows = Variable && replacesVariable(New, Old);
  if (Known.isOlder(Old) && isWritten(Old))
    Followed.note(Old, New, Follows);
  Session.Made.forget(Old);
  if (!Variable) {
    Types.noteInstance(Old);
  } else if (Partial && !isWritten(Old)) {
    instantiateAgain(cast<VarTemplateSpecializationDecl>(Old), New.getLocation());
  } else if (!Partial && Follows) {
    Symbolic.inheritSymbol(New, Old);
    Followed.provide(New);
  } else if (!Partial) {
    Symbolic.giveNextLabel(New);
  }
  return !Follows || Variable->mightBeUsableInConstantExpressions(S.getASTContext());
}

// `template <> struct A<int> {};` of a cell, for a template of an older one, is another class than what may have been made for its arguments before. Whether
// that was so must make no difference to its symbols, as it need not be so on both sides. What a header declares is named as in what was compiled with that.
void Remaking::nameSpecialization(ClassTemplateSpecializationDecl &New, bool Replaces) {
  const SourceManager &Sources = S.getSourceManager();
  bool Typed = Sources.getFileID(Sources.getExpansionLoc(New.getLocation())) == Sources.getFileID(Known.start());
  if ((Replaces || (Typed && Known.isOlder(*New.getSpecializedTemplate()))) && !Symbolic.versions().contains(New))
    Symbolic.versions().add(New, "s" + std::to_string(Known.newest()));
}

static constexpr auto satisfactions();
template <auto Place> struct Opening {
  friend constexpr auto satisfactions() { return Place; }
};
template struct Opening<&Sema::SatisfactionCache>;

// Sema remembers which constraints were satisfied: `C<A<int>>` may be now, with another `A<int>`.
static void forgetSatisfactions(Sema &S) {
  S.UnsubstitutedConstraintSatisfactionCache.clear();
  auto &Known = S.*satisfactions();
  std::vector<ConstraintSatisfaction *> All;
  for (ConstraintSatisfaction &Entry : Known)
    All.push_back(&Entry);
  Known.clear();
  for (ConstraintSatisfaction *Entry : All)
    delete Entry;
}

void Remaking::settleSpecializations() {
  Declarations Roots = std::exchange(Cell.ChangedConstants, {});
  DeclaredSpecializations::Settled Found = Specialized.settle();
  auto &New = Found.New;
  auto &Pairs = Found.Replaced;
  if (New.empty() && Roots.empty())
    return;
  forgetSatisfactions(S);
  for (auto [Old, By] : Pairs)
    if (replaceSpecialization(*Old, *By))
      Roots.insert(Old->getCanonicalDecl());
  for (NamedDecl *D : New) {
    if (auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(D))
      nameSpecialization(*Class, llvm::any_of(Pairs, [&](auto &Pair) { return Pair.second == D; }));
    remakeCovered(*D, Roots);
  }
  if (!Roots.empty())
    remakeAllOf(std::move(Roots), New.empty() ? Known.start() : New.front()->getLocation());
}

template <class Partial> static bool isDeduced(Sema &S, Partial &Of, llvm::ArrayRef<TemplateArgument> Arguments) {
  sema::TemplateDeductionInfo Info(Of.getLocation());
  return S.DeduceTemplateArguments(&Of, Arguments, Info) == TemplateDeductionResult::Success;
}

// Would the instance be made of this partial specialization now? `A<int *>` of `template <class T> struct A<T *> {};`.
static bool covers(Sema &S, NamedDecl &Partial, NamedDecl &Instance) {
  auto isMadeOf = [&](auto &Of, auto &Made) {
    auto *Before = Made.getInstantiatedFrom().template dyn_cast<std::remove_reference_t<decltype(Of)> *>();
    if (Before == &Of || !isDeduced(S, Of, Made.getTemplateArgs().asArray()))
      return false;
    return !Before || S.getMoreSpecializedPartialSpecialization(Before, &Of, Of.getLocation()) != Before;
  };
  if (auto *Class = dyn_cast<ClassTemplatePartialSpecializationDecl>(&Partial))
    return isMadeOf(*Class, cast<ClassTemplateSpecializationDecl>(Instance));
  return isMadeOf(cast<VarTemplatePartialSpecializationDecl>(Partial), cast<VarTemplateSpecializationDecl>(Instance));
}

// Instances of a template that was given a partial specialization for them are made again.
void Remaking::remakeCovered(NamedDecl &Partial, Declarations &Roots) {
  llvm::SmallVector<NamedDecl *, 8> Covered;
  auto add = [&](auto &&Specials) {
    for (auto *Special : Specials)
      if (!isWritten(*Special) && Special->getDefinition() && covers(S, Partial, *Special))
        Covered.push_back(Special);
  };
  if (auto *Class = dyn_cast<ClassTemplatePartialSpecializationDecl>(&Partial))
    add(Class->getSpecializedTemplate()->specializations());
  else if (auto *Variable = dyn_cast<VarTemplatePartialSpecializationDecl>(&Partial))
    add(Variable->getSpecializedTemplate()->specializations());
  for (NamedDecl *Special : Covered) {
    Roots.insert(Special->getCanonicalDecl());
    if (auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(Special)) {
      drop(*Class);
    } else {
      removeFromTemplate(*Special);
      Session.Made.forget(*Special);
      instantiateAgain(cast<VarTemplateSpecializationDecl>(*Special), Partial.getLocation());
    }
  }
}

// Host code finds the newest body of a function of the session, unless it is a lambda's or tables of virtual functions lead to it:
// `template <class T> struct A { virtual int f() { return g<T>(); } };`.
bool Remaking::canFollow(const FunctionDecl &Function) const {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  const FunctionDecl *Pattern = Method && Method->isVirtual() ? Method->getTemplateInstantiationPattern() : nullptr;
  bool InClass = Pattern && Pattern->getCanonicalDecl()->isThisDeclarationADefinition();
  return Known.isOfSession(Function) && !InClass && !(Method && Method->getParent()->isLambda());
}

static bool differs(Sema &S, const ConceptSpecializationExpr &E) {
  ConceptDecl *Concept = E.getNamedConcept();
  EnterExpressionEvaluationContext Unevaluated(S, Sema::ExpressionEvaluationContext::Unevaluated);
  MultiLevelTemplateArgumentList Arguments(Concept, E.getTemplateArguments(), /*Final=*/false);
  ConstraintSatisfaction Now;
  bool Failed = S.CheckConstraintSatisfaction(Concept, AssociatedConstraint(Concept->getConstraintExpr()), Arguments, E.getSourceRange(), Now);
  return !Failed && Now.IsSatisfied != E.isSatisfied();
}

void Remaking::remakeAllOf(Declarations Roots, SourceLocation Where) {
  auto Follows = [this](const FunctionDecl &Function) { return canFollow(Function); };
  auto Differs = [this](const ConceptSpecializationExpr &E) { return differs(S, E); };
  Outdated Found = Session.Made.madeOf(Roots, {Follows, Differs});
  // First all go, as they may be made of each other.
  for (ClassTemplateSpecializationDecl *Class : Found.Classes)
    drop(*Class);
  for (VarTemplateSpecializationDecl *Variable : Found.Variables) {
    removeFromTemplate(*Variable);
    Session.Made.forget(*Variable);
  }
  for (FunctionDecl *Function : Found.Functions) {
    removeFromTemplate(*Function);
    Session.Made.forget(*Function);
  }
  for (FunctionDecl *Function : Found.Bodies)
    Older.takeForGood(*Function);
  for (VarDecl *Member : Found.Members)
    Older.takeForGood(*Member);
  for (VarTemplateSpecializationDecl *Variable : Found.Variables)
    instantiateAgain(*Variable, Where);
  for (FunctionDecl *Function : Found.Functions)
    instantiateAgain(*Function, Where);
}

void Remaking::drop(ClassTemplateSpecializationDecl &Class) {
  removeFromTemplate(Class);
  Session.Made.forget(Class);
  Session.Classes.push_back({&Class, Known.newest()});
  Types.noteInstance(Class);
}

void Remaking::instantiateAgain(VarTemplateSpecializationDecl &Old, SourceLocation Where) {
  VarDecl *Now = instantiate(S, *Old.getSpecializedTemplate(), Old.getTemplateArgs().asArray(), Where);
  if (!Now)
    return;
  Known.noteRemade(*Now);
  if (!replacesVariable(*Now, Old))
    return Symbolic.labelInstance(*Now);
  Symbolic.inheritSymbol(*Now, Old);
  Followed.provide(*Now);
}

void Remaking::instantiateAgain(FunctionDecl &Old, SourceLocation Where) {
  SourceLocation Use = useOf(Old, Where);
  FunctionDecl *Now = S.InstantiateFunctionDeclaration(Old.getPrimaryTemplate(), Old.getTemplateSpecializationArgs(), Use);
  if (!Now)
    return;
  if (Old.isDefined() && Now->getReturnType()->isUndeducedType() && S.DeduceReturnType(Now, Use, /*Diagnose=*/false))
    return;
  Known.noteRemade(*Now);
  if (!canFollow(Old) || !S.getASTContext().hasSameType(Now->getType(), Old.getType()))
    return Symbolic.labelInstance(*Now);
  Symbolic.inheritSymbol(*Now, Old);
  if (!Old.isDefined() && !Old.isReferenced())
    return;
  Followed.provide(*Now);
  Cell.Awaited.push_back({Now, Use});
}

void Remaking::noteDefined(NamedDecl &New, QualType Type) {
  Followed.provide(New);
  auto *Function = dyn_cast<FunctionDecl>(&New);
  if (!Function || Function->isDependentContext())
    return;
  if (!Type.isNull())
    Followed.awaitReturnType(*Function, Type);
  bool OfTemplate = Function->getPrimaryTemplate() || Function->getInstantiatedFromMemberFunction();
  if (Function->isConstexpr() && OfTemplate)
    Cell.ChangedConstants.insert(Function->getCanonicalDecl());
}

// Older templates that are instantiated from now on mean what is newer: `template <class T> int f(T t) { return g(); }`, and then another `g`.
void Remaking::meanNewer() {
  for (auto [Old, New] : Followed.takeMeant()) {
    auto *Functions = dyn_cast<FunctionTemplateDecl>(New);
    auto *Variables = dyn_cast<VarTemplateDecl>(New);
    bool Alike = Variables ? isa<VarTemplateDecl>(Old) : (isa<FunctionDecl, FunctionTemplateDecl>(Old) && (Functions || isa<FunctionDecl>(New)));
    if (!Alike || New->isInvalidDecl())
      continue;
    Session.Texts.replace(*Old, *New, [&, End = New->getEndLoc()](ValueDecl &Instance) -> ValueDecl * {
      ValueDecl *Now = nullptr;
      if (auto *Function = dyn_cast<FunctionDecl>(&Instance); Function && Functions)
        Now = S.InstantiateFunctionDeclaration(Functions, Function->getTemplateSpecializationArgs(), End);
      else if (auto *Variable = dyn_cast<VarTemplateSpecializationDecl>(&Instance); Variable && Variables)
        Now = instantiate(S, *Variables, Variable->getTemplateArgs().asArray(), End);
      return Now && S.getASTContext().hasSameType(Now->getType(), Instance.getType()) ? Now : nullptr;
    });
  }
}

void Remaking::followTemplate(FunctionTemplateDecl &New, FunctionTemplateDecl &Old, SourceLocation End) {
  for (FunctionDecl *Instance : usedInstances(Old)) {
    SourceLocation Use = useOf(*Instance, End);
    FunctionDecl *Made = S.InstantiateFunctionDeclaration(&New, Instance->getTemplateSpecializationArgs(), Use);
    if (!Made)
      continue;
    Made->addAttr(UsedAttr::CreateImplicit(S.getASTContext()));
    S.MarkFunctionReferenced(Use, Made);
    if (Instance->getTemplateSpecializationKind() == TSK_ExplicitSpecialization || Session.StandIns.contains(Instance)) {
      Session.StandIns.insert(Made);
      Cell.StandIns.push_back(Made);
    }
  }
}

void Remaking::followTemplate(VarTemplateDecl &New, VarTemplateDecl &Old, SourceLocation End) {
  for (VarTemplateSpecializationDecl *Instance : Old.specializations())
    if (VarDecl *Made = instantiate(S, New, Instance->getTemplateArgs().asArray(), End))
      Made->addAttr(UsedAttr::CreateImplicit(S.getASTContext()));
}

void Remaking::followTemplates(SourceLocation End) {
  auto Continued = Followed.continued();
  for (auto [Old, New] : Continued)
    if (isa<FunctionTemplateDecl>(Old) && isa<FunctionTemplateDecl>(New))
      followTemplate(cast<FunctionTemplateDecl>(*New), cast<FunctionTemplateDecl>(*Old), End);
  for (auto [Old, New] : Continued)
    if (isa<VarTemplateDecl>(Old) && isa<VarTemplateDecl>(New))
      followTemplate(cast<VarTemplateDecl>(*New), cast<VarTemplateDecl>(*Old), End);
  for (auto [Function, Use] : Cell.Awaited)
    S.MarkFunctionReferenced(Use, Function);
}

} // namespace chv
