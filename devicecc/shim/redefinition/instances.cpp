#include "redefinition/instances.h"
#include "ast/reference_finder.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace chv {

namespace {

// What has been defined anew, and what was made of that.
struct Superseded {
  Declarations &Known;
  Instances::Questions Ask;
  bool contains(const Decl *D) const { return Known.contains(D); }
};

// Does a part of an AST refer to one of these, to a member of one or to a type that is made of one?
class MentionFinder : public ReferenceFinder {
public:
  MentionFinder(const Superseded &Older, bool WithBodies) : Older(Older), WithBodies(WithBodies) {}

  bool Found = false;

  void refersTo(const Decl &D) override {
    for (const Decl *Around = &D; Around && !Found; Around = dyn_cast_or_null<Decl>(Around->getDeclContext()))
      Found = Older.contains(Around->getCanonicalDecl());
    arguments(D);
  }

  void arguments(const Decl &D) {
    if (Found || !isa<FunctionDecl, VarTemplateSpecializationDecl, ClassTemplateSpecializationDecl>(D) || !Seen.insert(&D).second)
      return;
    const TemplateArgumentList *List = nullptr;
    if (const auto *Function = dyn_cast<FunctionDecl>(&D))
      List = Function->getTemplateSpecializationArgs();
    else if (const auto *Variable = dyn_cast<VarTemplateSpecializationDecl>(&D))
      List = &Variable->getTemplateArgs();
    else
      List = &cast<ClassTemplateSpecializationDecl>(D).getTemplateArgs();
    for (unsigned I = 0; List && I < List->size(); ++I)
      TraverseTemplateArgument(List->get(I));
  }

  // What an alias or a name of a template stands for.
  bool VisitType(Type *T) override {
    ReferenceFinder::VisitType(T);
    if (T->isDependentType())
      return !Found;
    const auto *Named = dyn_cast<TemplateSpecializationType>(T);
    if (Named && Named->isTypeAlias())
      TraverseType(Named->getAliasedType());
    else if (Named || isa<DeducedType>(T))
      if (QualType Meant = T->getCanonicalTypeInternal(); Meant.getTypePtr() != T)
        TraverseType(Meant);
    return !Found;
  }

  bool VisitConceptSpecializationExpr(ConceptSpecializationExpr *E) override {
    Found |= !E->isValueDependent() && Older.Ask.Differs(*E);
    return !Found;
  }

  bool VisitFunctionDecl(FunctionDecl *Function) override {
    if (!WithBodies && Function->doesThisDeclarationHaveABody())
      Skipped.insert(Function->getBody());
    return !Found;
  }

  bool TraverseStmt(Stmt *Statement) override {
    return Skipped.contains(Statement) || DynamicRecursiveASTVisitor::TraverseStmt(Statement);
  }

  bool TraverseConstructorInitializer(CXXCtorInitializer *Initializer) override {
    return !WithBodies || DynamicRecursiveASTVisitor::TraverseConstructorInitializer(Initializer);
  }

private:
  const Superseded &Older;
  bool WithBodies;
  llvm::SmallPtrSet<const Decl *, 8> Seen;
  llvm::SmallPtrSet<const Stmt *, 8> Skipped;
};

} // namespace

static bool mentions(const Superseded &Older, bool WithBodies, llvm::function_ref<void(MentionFinder &)> Look) {
  MentionFinder Finder(Older, WithBodies);
  Look(Finder);
  return Finder.Found;
}

// In its arguments, or those of what is around it.
static bool isMadeFor(const Decl &Instance, const Superseded &Older) {
  return mentions(Older, true, [&](MentionFinder &Finder) {
    for (const Decl *Around = &Instance; Around; Around = dyn_cast_or_null<Decl>(Around->getDeclContext()))
      Finder.arguments(*Around);
  });
}

static bool isWithin(const Decl &D, const Superseded &Older) {
  for (const Decl *Around = &D; Around; Around = dyn_cast_or_null<Decl>(Around->getDeclContext()))
    if (Older.contains(Around->getCanonicalDecl()))
      return true;
  return false;
}

// But for the bodies of its functions.
static bool mentionsInClass(const CXXRecordDecl &Class, const Superseded &Older) {
  return mentions(Older, false, [&](MentionFinder &Finder) {
    for (const CXXBaseSpecifier &Base : Class.bases())
      Finder.TraverseCXXBaseSpecifier(Base);
    for (Decl *Member : Class.decls())
      Finder.TraverseDecl(Member);
  });
}

static bool mentionsInVariable(VarDecl &Variable, const Superseded &Older) {
  return mentions(Older, true, [&](MentionFinder &Finder) {
    if (TypeSourceInfo *Written = Variable.getTypeSourceInfo())
      Finder.TraverseTypeLoc(Written->getTypeLoc());
    Finder.TraverseType(Variable.getType());
    Finder.TraverseStmt(Variable.getInit());
  });
}

static bool mentionsInFunction(FunctionDecl &Function, const Superseded &Older, bool WithBody) {
  return mentions(Older, WithBody, [&](MentionFinder &Finder) {
    Finder.TraverseDecl(&Function);
    Finder.TraverseType(Function.getType());
  });
}

// What a template's own text names is what it was when that was written.
static bool isOutdated(ClassTemplateSpecializationDecl &Class, const Superseded &Older) {
  CXXRecordDecl *Made = Class.getDefinition();
  if (!Made || !isTemplateInstantiation(Class.getTemplateSpecializationKind()) || !mentionsInClass(*Made, Older))
    return false;
  const CXXRecordDecl *Pattern = Class.getTemplateInstantiationPattern();
  return !Pattern || !Pattern->getDefinition() || !mentionsInClass(*Pattern->getDefinition(), Older);
}

static bool isOutdated(VarTemplateSpecializationDecl &Variable, const Superseded &Older) {
  if (!isTemplateInstantiation(Variable.getTemplateSpecializationKind()) || !mentionsInVariable(Variable, Older))
    return false;
  VarDecl *Pattern = Variable.getTemplateInstantiationPattern();
  return !Pattern || !mentionsInVariable(*Pattern, Older);
}

static ClassTemplateSpecializationDecl *classAround(const Decl &Member) {
  for (const DeclContext *Around = Member.getDeclContext(); Around; Around = Around->getParent())
    if (const auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(Around))
      return const_cast<ClassTemplateSpecializationDecl *>(Class);
  return nullptr;
}

// Of a function within an instance of a function template, that instance is told.
static bool isLocal(const FunctionDecl &Function) {
  for (const DeclContext *Around = Function.getDeclContext(); Around; Around = Around->getParent())
    if (const auto *Owner = dyn_cast<FunctionDecl>(Around); Owner && Owner->isTemplateInstantiation())
      return true;
  return false;
}

// Is something of its type, or of its value, part of what is made of it?
static bool isPartOfUses(const FunctionDecl &Function) {
  return Function.isConstexpr() || Function.getDeclaredReturnType()->getContainedDeducedType();
}

static bool isPartOfUses(const VarDecl &Variable, const Superseded &Older) {
  return Variable.mightBeUsableInConstantExpressions(Variable.getASTContext()) ||
         mentions(Older, true, [&](MentionFinder &Finder) { Finder.TraverseType(Variable.getType()); });
}

void Instances::forget(NamedDecl &Gone) {
  if (auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(&Gone))
    Classes.remove(Class);
  else if (auto *Variable = dyn_cast<VarTemplateSpecializationDecl>(&Gone))
    Variables.remove(Variable);
  else if (auto *Function = dyn_cast<FunctionDecl>(&Gone))
    Functions.remove(Function);
}

namespace {

// Goes through the instances until none is found any more.
class Search {
public:
  explicit Search(const Superseded &Older) : Older(Older) {}

  void visit(ClassTemplateSpecializationDecl &Class) {
    if (isNew(Class) && isOutdated(Class, Older))
      add(Class);
  }

  void visit(VarTemplateSpecializationDecl &Variable) {
    if (!isNew(Variable) || !isOutdated(Variable, Older))
      return;
    Found.Variables.push_back(&Variable);
    settle(Variable, isPartOfUses(Variable, Older));
  }

  void visitMembers(CXXRecordDecl &Class) {
    for (Decl *D : Class.decls())
      if (D->isImplicit())
        continue;
      else if (auto *Function = dyn_cast<FunctionDecl>(D))
        visit(*Function);
      else if (auto *Variable = dyn_cast<VarDecl>(D))
        visit(*Variable);
      else if (auto *Inner = dyn_cast<CXXRecordDecl>(D))
        visitMembers(*Inner);
  }

  // What a class itself defines is part of it.
  void visit(VarDecl &Member) {
    VarDecl *Definition = Member.getDefinition();
    bool Instance = Definition && Definition->isOutOfLine() && isTemplateInstantiation(Member.getTemplateSpecializationKind());
    if (!Instance || !isNew(Member) || !mentionsInVariable(*Definition, Older))
      return;
    Found.Members.push_back(&Member);
    settle(Member, isPartOfUses(Member, Older));
  }

  void visit(FunctionDecl &Function) {
    bool Instance = isTemplateInstantiation(Function.getTemplateSpecializationKind()) && !isa<CXXDeductionGuideDecl>(Function);
    if (!Instance || isLocal(Function) || !isNew(Function) || !mentionsInFunction(Function, Older, /*WithBody=*/true))
      return;
    bool OfTemplate = Function.getPrimaryTemplate();
    bool Declared = OfTemplate && (Function.getDeclaredReturnType()->getContainedDeducedType() || !Function.doesThisDeclarationHaveABody() ||
                                   mentionsInFunction(Function, Older, /*WithBody=*/false));
    // Constructors have several symbols, of which none can be given another name.
    if (Declared && isa<CXXConstructorDecl>(Function))
      return;
    if (Older.Ask.CanFollow(Function) && !Declared) {
      Found.Bodies.push_back(&Function);
      settle(Function, isPartOfUses(Function));
    } else if (OfTemplate) {
      Found.Functions.push_back(&Function);
      settle(Function, true);
    } else if (ClassTemplateSpecializationDecl *Class = classAround(Function); Class && isNew(*Class)) {
      add(*Class);
    }
  }

  bool Changed = false;
  Outdated Found;

private:
  bool isNew(const Decl &Instance) {
    return !Settled.contains(Instance.getCanonicalDecl()) && !isWithin(Instance, Older) && !isMadeFor(Instance, Older);
  }

  void add(ClassTemplateSpecializationDecl &Class) {
    Found.Classes.push_back(&Class);
    settle(Class, true);
  }

  void settle(const Decl &Instance, bool IsOlder) {
    Settled.insert(Instance.getCanonicalDecl());
    if (IsOlder)
      Older.Known.insert(Instance.getCanonicalDecl());
    Changed = true;
  }

  const Superseded &Older;
  Declarations Settled;
};

} // namespace

Outdated Instances::madeOf(Declarations &Known, Questions Ask) const {
  Superseded Older{Known, Ask};
  Search Searching(Older);
  do {
    Searching.Changed = false;
    for (ClassTemplateSpecializationDecl *Class : Classes) {
      Searching.visit(*Class);
      if (CXXRecordDecl *Made = Class->getDefinition(); Made && isTemplateInstantiation(Class->getTemplateSpecializationKind()))
        Searching.visitMembers(*Made);
    }
    for (VarTemplateSpecializationDecl *Variable : Variables)
      Searching.visit(*Variable);
    for (FunctionDecl *Function : Functions)
      Searching.visit(*Function);
  } while (Searching.Changed);
  // A class goes with all its members, also with those that were found before it.
  auto goesAlong = [&](auto *Instance) { return isWithin(*cast<Decl>(Instance->getDeclContext()), Older); };
  llvm::erase_if(Searching.Found.Classes, goesAlong);
  llvm::erase_if(Searching.Found.Members, goesAlong);
  llvm::erase_if(Searching.Found.Bodies, goesAlong);
  llvm::erase_if(Searching.Found.Functions, goesAlong);
  return std::move(Searching.Found);
}

} // namespace chv
