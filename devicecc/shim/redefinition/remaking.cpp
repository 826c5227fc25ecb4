// What becomes of specializations and instances of templates when one is declared again.
#include "redefinition/redeclarations.h"
#include "redefinition/template_instances.h"
#include "clang/AST/ASTConcept.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprConcepts.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Template.h"
#include "clang/Sema/TemplateDeduction.h"

using namespace clang;

namespace chv {

void Redeclarations::AddedCXXTemplateSpecialization(const ClassTemplateDecl *Template, const ClassTemplateSpecializationDecl *D) {
  addSpecialization(*Template, const_cast<ClassTemplateSpecializationDecl &>(*D));
}

void Redeclarations::AddedCXXTemplateSpecialization(const VarTemplateDecl *Template, const VarTemplateSpecializationDecl *D) {
  addSpecialization(*Template, const_cast<VarTemplateSpecializationDecl &>(*D));
}

void Redeclarations::AddedCXXTemplateSpecialization(const FunctionTemplateDecl *Template, const FunctionDecl *D) {
  Made.note(const_cast<FunctionDecl &>(*D));
}

void Redeclarations::awaitSpecialization(const DeclaredName &Name, SourceLocation Closer, SourceLocation After) {
  DeclContext *Context = Name.What == DeclaredName::Shape::Function ? nullptr : find(Name.Path);
  if (!Context)
    return;
  for (NamedDecl *D : Context->lookup(nameOf(Name.Name)))
    if (isa<ClassTemplateDecl, VarTemplateDecl>(D))
      for (RedeclarableTemplateDecl *Template : templatesFrom(cast<RedeclarableTemplateDecl>(*D)))
        SpecializedNow.emplace_back(*Template, Closer, After);
}

bool Redeclarations::watch(const Token &Next) {
  reach(Next);
  keepUnchanged();
  passOutside(Next);
  if (SpecializedNow.empty())
    return false;
  SourceLocation Where = S.getSourceManager().getExpansionLoc(Next.getLocation());
  if (Where.isInvalid())
    return false;
  // Two of one cell are a mistake, as in a file.
  for (DeclaredSpecialization &Entry : SpecializedNow)
    Entry.reach(Where, [this](const NamedDecl &Special) { return isWritten(Special) && isFresh(Special); });
  return Next.isOneOf(tok::greatergreater, tok::greatergreatergreater) &&
         llvm::any_of(SpecializedNow, [&](const DeclaredSpecialization &Entry) { return Entry.isClosedAt(Next.getLocation()); });
}

static void note(Instances &Made, NamedDecl &New) {
  if (auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(&New))
    Made.note(*Class);
  else
    Made.note(cast<VarTemplateSpecializationDecl>(New));
}

void Redeclarations::addSpecialization(const RedeclarableTemplateDecl &Template, NamedDecl &New) {
  note(Made, New);
  Instantiated |= isOfSession(Template);
  for (const Dropped &Entry : llvm::reverse(DroppedClasses))
    if (haveSameArguments(*Entry.Class, New) && templateOf(*Entry.Class).getCanonicalDecl() == Template.getCanonicalDecl()) {
      Names.add(cast<ClassTemplateSpecializationDecl>(New), "i" + std::to_string(Entry.Cell));
      break;
    }
  // What is older is an instance of an older template.
  if (!isFresh(New))
    return;
  NewSpecials.push_back(&New);
  for (DeclaredSpecialization &Entry : SpecializedNow)
    if (Entry.hides(Template))
      return Entry.settle(New, [&](NamedDecl &Old) { ReplacedSpecials.push_back({&Old, &New}); });
}

// The new one is of the same arguments, or the old one was made of a partial specialization that the new one takes the place of. True if what is made of the
// old one has to be made again.
bool Redeclarations::replaceSpecialization(NamedDecl &Old, NamedDecl &New) {
  auto *Variable = dyn_cast<VarTemplateSpecializationDecl>(&New);
  bool Partial = isa<VarTemplatePartialSpecializationDecl>(New);
  bool Followed = Variable && replacesVariable(New, Old);
  if (isOlder(Old) && isWritten(Old))
    Superseded.push_back({&Old, &New, cellOf(Old.getLocation()), Followed});
  Made.forget(Old);
  if (!Variable) {
    Successors[Old.getCanonicalDecl()] = CellStarts.back().second;
  } else if (Partial && !isWritten(Old)) {
    renew(cast<VarTemplateSpecializationDecl>(Old), New.getLocation());
  } else if (!Partial && Followed) {
    inheritSymbol(New, Old);
    noteReplacement(New);
  } else if (!Partial) {
    giveLabel(New, nextVersion(New));
  }
  return !Followed || Variable->mightBeUsableInConstantExpressions(S.getASTContext());
}

// A specialization that a cell adds to a template of an older one is another class than what may have been made for its arguments before: whether that was so
// must make no difference to its symbols, as it need not be so on both sides. What a header declares is named as in what was compiled with that.
void Redeclarations::nameSpecialization(ClassTemplateSpecializationDecl &New, bool Replaces) {
  const SourceManager &Sources = S.getSourceManager();
  bool Typed = Sources.getFileID(Sources.getExpansionLoc(New.getLocation())) == Sources.getFileID(CellBegin);
  if ((Replaces || (Typed && isOlder(*New.getSpecializedTemplate()))) && !Names.contains(New))
    Names.add(New, "s" + std::to_string(CellStarts.back().second));
}

static constexpr auto satisfactions();
template <auto Place> struct Opening {
  friend constexpr auto satisfactions() { return Place; }
};
template struct Opening<&Sema::SatisfactionCache>;

// Sema remembers which constraints were satisfied.
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

void Redeclarations::settleSpecializations() {
  for (DeclaredSpecialization &Entry : SpecializedNow)
    Entry.giveBack();
  SpecializedNow.clear();
  Declarations Roots = std::exchange(ChangedConstants, {});
  auto Pairs = std::exchange(ReplacedSpecials, {});
  auto New = std::exchange(NewSpecials, {});
  llvm::erase_if(New, [](const NamedDecl *D) { return !isWritten(*D) || D->isInvalidDecl(); });
  if (New.empty() && Roots.empty())
    return;
  forgetSatisfactions(S);
  for (auto [Old, By] : Pairs)
    if (replaceSpecialization(*Old, *By))
      Roots.insert(Old->getCanonicalDecl());
  for (NamedDecl *D : New) {
    if (auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(D))
      nameSpecialization(*Class, llvm::any_of(Pairs, [&](auto &Pair) { return Pair.second == D; }));
    addCovered(*D, Roots);
  }
  if (!Roots.empty())
    renewMadeOf(std::move(Roots), New.empty() ? CellBegin : New.front()->getLocation());
}

template <class Partial> static bool isDeduced(Sema &S, Partial &Of, llvm::ArrayRef<TemplateArgument> Arguments) {
  sema::TemplateDeductionInfo Info(Of.getLocation());
  return S.DeduceTemplateArguments(&Of, Arguments, Info) == TemplateDeductionResult::Success;
}

// Would the instance be made of this partial specialization now?
bool Redeclarations::covers(NamedDecl &Partial, NamedDecl &Instance) {
  auto covers = [&](auto &Of, auto &Made) {
    auto *Before = Made.getInstantiatedFrom().template dyn_cast<std::remove_reference_t<decltype(Of)> *>();
    if (Before == &Of || !isDeduced(S, Of, Made.getTemplateArgs().asArray()))
      return false;
    return !Before || S.getMoreSpecializedPartialSpecialization(Before, &Of, Of.getLocation()) != Before;
  };
  if (auto *Class = dyn_cast<ClassTemplatePartialSpecializationDecl>(&Partial))
    return covers(*Class, cast<ClassTemplateSpecializationDecl>(Instance));
  return covers(cast<VarTemplatePartialSpecializationDecl>(Partial), cast<VarTemplateSpecializationDecl>(Instance));
}

// Instances of a template that was given a partial specialization for them are made again.
void Redeclarations::addCovered(NamedDecl &Partial, Declarations &Roots) {
  llvm::SmallVector<NamedDecl *, 8> Covered;
  auto add = [&](auto &&Specials) {
    for (auto *Special : Specials)
      if (!isWritten(*Special) && Special->getDefinition() && covers(Partial, *Special))
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
      Made.forget(*Special);
      renew(cast<VarTemplateSpecializationDecl>(*Special), Partial.getLocation());
    }
  }
}

// Host code finds the newest body of a function of the session, unless it is a lambda's or tables of virtual functions lead to it.
bool Redeclarations::canFollow(const FunctionDecl &Function) const {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  const FunctionDecl *Pattern = Method && Method->isVirtual() ? Method->getTemplateInstantiationPattern() : nullptr;
  bool InClass = Pattern && Pattern->getCanonicalDecl()->isThisDeclarationADefinition();
  return isOfSession(Function) && !InClass && !(Method && Method->getParent()->isLambda());
}

static bool differs(Sema &S, const ConceptSpecializationExpr &E) {
  ConceptDecl *Concept = E.getNamedConcept();
  EnterExpressionEvaluationContext Unevaluated(S, Sema::ExpressionEvaluationContext::Unevaluated);
  MultiLevelTemplateArgumentList Arguments(Concept, E.getTemplateArguments(), /*Final=*/false);
  ConstraintSatisfaction Now;
  bool Failed = S.CheckConstraintSatisfaction(Concept, AssociatedConstraint(Concept->getConstraintExpr()), Arguments, E.getSourceRange(), Now);
  return !Failed && Now.IsSatisfied != E.isSatisfied();
}

void Redeclarations::renewMadeOf(Declarations Roots, SourceLocation Where) {
  auto Follows = [this](const FunctionDecl &Function) { return canFollow(Function); };
  auto Differs = [this](const ConceptSpecializationExpr &E) { return differs(S, E); };
  Outdated Found = Made.madeOf(Roots, {Follows, Differs});
  // First all go, as they may be made of each other.
  for (ClassTemplateSpecializationDecl *Class : Found.Classes)
    drop(*Class);
  for (VarTemplateSpecializationDecl *Variable : Found.Variables) {
    removeFromTemplate(*Variable);
    Made.forget(*Variable);
  }
  for (FunctionDecl *Function : Found.Functions) {
    removeFromTemplate(*Function);
    Made.forget(*Function);
  }
  for (FunctionDecl *Function : Found.Bodies)
    Older.takeForGood(*Function);
  for (VarDecl *Member : Found.Members)
    Older.takeForGood(*Member);
  for (VarTemplateSpecializationDecl *Variable : Found.Variables)
    renew(*Variable, Where);
  for (FunctionDecl *Function : Found.Functions)
    renew(*Function, Where);
}

void Redeclarations::drop(ClassTemplateSpecializationDecl &Class) {
  removeFromTemplate(Class);
  Made.forget(Class);
  DroppedClasses.push_back({&Class, CellStarts.back().second});
  Successors[Class.getCanonicalDecl()] = CellStarts.back().second;
}

void Redeclarations::renew(VarTemplateSpecializationDecl &Old, SourceLocation Where) {
  VarDecl *Now = instantiate(S, *Old.getSpecializedTemplate(), Old.getTemplateArgs().asArray(), Where);
  if (!Now)
    return;
  Older.noteRemade(*Now);
  if (!replacesVariable(*Now, Old))
    return labelInstance(*Now);
  inheritSymbol(*Now, Old);
  noteReplacement(*Now);
}

void Redeclarations::renew(FunctionDecl &Old, SourceLocation Where) {
  SourceLocation Use = useOf(Old, Where);
  FunctionDecl *Now = S.InstantiateFunctionDeclaration(Old.getPrimaryTemplate(), Old.getTemplateSpecializationArgs(), Use);
  if (!Now)
    return;
  if (Old.isDefined() && Now->getReturnType()->isUndeducedType() && S.DeduceReturnType(Now, Use, /*Diagnose=*/false))
    return;
  Older.noteRemade(*Now);
  if (!canFollow(Old) || !S.getASTContext().hasSameType(Now->getType(), Old.getType()))
    return labelInstance(*Now);
  inheritSymbol(*Now, Old);
  if (!Old.isDefined() && !Old.isReferenced())
    return;
  noteReplacement(*Now);
  Awaited.push_back({Now, Use});
}

// An instance of another type than the one before it, which older code goes on with. The cell tells them apart, on both sides alike.
void Redeclarations::labelInstance(NamedDecl &Instance) {
  Names.use(/*ByVersions=*/true);
  std::string Symbol = symbolOf(Instance);
  Names.use(/*ByVersions=*/false);
  Instance.addAttr(AsmLabelAttr::CreateImplicit(S.getASTContext(), Symbol + ".i" + std::to_string(CellStarts.back().second)));
}

void Redeclarations::noteReplaced(NamedDecl *Old, NamedDecl &New, QualType Type) {
  noteReplacement(New);
  auto *Function = dyn_cast<FunctionDecl>(&New);
  if (!Function || Function->isDependentContext())
    return;
  if (!Type.isNull())
    UndeducedNow.push_back({Function, nullptr, Type});
  bool OfTemplate = Function->getPrimaryTemplate() || Function->getInstantiatedFromMemberFunction();
  if (Function->isConstexpr() && OfTemplate)
    ChangedConstants.insert(Function->getCanonicalDecl());
}

} // namespace chv
