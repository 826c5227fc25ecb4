#include "redefinition/older_definitions.h"
#include "redefinition/replacement_rules.h"
#include "redefinition/template_instances.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/CharInfo.h"

using namespace clang;

namespace chv {

void OlderDefinitions::beginCell() {
  Cell = {};
  Declaration = {};
}

static void setReturnType(FunctionDecl &Function, QualType Type) {
  for (FunctionDecl *Declared : Function.redecls()) {
    const auto *Known = Declared->getType()->castAs<FunctionProtoType>();
    Declared->setType(Declared->getASTContext().getFunctionType(Type, Known->getParamTypes(), Known->getExtProtoInfo()));
  }
}

// Another body may return another type. Gives the one that was deduced; null if none was, as in a template.
static QualType forgetDeduced(FunctionDecl &Function) {
  QualType Written = Function.getDeclaredReturnType(), Known = Function.getReturnType();
  if (!Written->getContainedDeducedType() || Known->isUndeducedType() || Function.isDependentContext())
    return QualType();
  setReturnType(Function, Written);
  return Known;
}

bool OlderDefinitions::takeBody(FunctionDecl &Declared) {
  FunctionDecl *Body = Declared.getDefinition();
  if (!Body || !Known.isOlder(*Body) || !Body->doesThisDeclarationHaveABody())
    return false;
  Declaration.Bodies.push_back({Body, Body->getBody(), Body->getPointOfInstantiation(), Body->isTemplateInstantiation(), forgetDeduced(*Body)});
  Body->setBody(nullptr);
  return true;
}

// The definition of a static member outside its class: as part of the class it would be a declaration.
void OlderDefinitions::takeVariable(VarDecl &Member) {
  VarDecl *Definition = Member.isStaticDataMember() ? Member.getDefinition() : nullptr;
  if (!Definition || !Definition->isOutOfLine() || !Known.isOlder(*Definition))
    return;
  bool OfTemplate = isTemplateInstantiation(Member.getTemplateSpecializationKind());
  Declaration.Definitions.push_back({Definition, Definition->getLexicalDeclContext(), Member.getPointOfInstantiation(), OfTemplate});
  Definition->setLexicalDeclContext(Definition->getDeclContext());
}

void OlderDefinitions::take(NamedDecl &Declared, bool AnyPlace) {
  if (auto *Variable = dyn_cast<VarDecl>(&Declared)) {
    Declaration.Awaited.push_back(Variable);
    return takeVariable(*Variable);
  }
  FunctionDecl *Function = functionOf(Declared);
  if (!Function)
    return;
  Declaration.Awaited.push_back(Function);
  FunctionDecl *Body = Function->getDefinition();
  if (Body && (AnyPlace || Body->isOutOfLine()))
    takeBody(*Function);
}

static void forgetPoint(FunctionDecl &Instance) {
  if (FunctionTemplateSpecializationInfo *Info = Instance.getTemplateSpecializationInfo())
    Info->setPointOfInstantiation(SourceLocation());
  else if (MemberSpecializationInfo *Info = Instance.getMemberSpecializationInfo())
    Info->setPointOfInstantiation(SourceLocation());
}

// Each declaration of a static member remembers where it was instantiated.
static void setPoint(VarDecl &Instance, SourceLocation Point) {
  for (VarDecl *Declared : Instance.redecls())
    if (MemberSpecializationInfo *Info = Declared->getMemberSpecializationInfo())
      Info->setPointOfInstantiation(Point);
}

// Clang lets an instance be specialized if nothing has needed it.
void OlderDefinitions::takeInstance(FunctionDecl &Instance) {
  bool Made = isTemplateInstantiation(Instance.getTemplateSpecializationKind());
  if (!takeBody(Instance) && Made && Instance.getPointOfInstantiation().isValid())
    Declaration.Bodies.push_back({&Instance, nullptr, Instance.getPointOfInstantiation(), true, QualType()});
  if (Made)
    forgetPoint(Instance);
}

void OlderDefinitions::takeInstances(FunctionTemplateDecl &Template) {
  for (FunctionDecl *Instance : Template.specializations())
    takeInstance(*Instance);
}

// Is it what a definition `Class::Name` defines? Names of constructors, destructors and conversions are not those that are written.
static bool isNamed(const CXXRecordDecl &Class, NamedDecl &Member, const DeclaredName &Name) {
  const FunctionDecl *Function = functionOf(Member);
  if (isa_and_nonnull<CXXConstructorDecl>(Function))
    return Name.Name == Class.getName();
  if (isa_and_nonnull<CXXDestructorDecl>(Function))
    return Name.Name.starts_with("~");
  if (isa_and_nonnull<CXXConversionDecl>(Function))
    return Name.Name.starts_with("operator");
  if (const IdentifierInfo *Identifier = Member.getIdentifier())
    return Identifier->getName() == Name.Name;
  std::string Written = Name.Name.str(), Known = Member.getDeclName().getAsString();
  llvm::erase_if(Written, clang::isWhitespace);
  llvm::erase_if(Known, clang::isWhitespace);
  return Written == Known;
}

void OlderDefinitions::takeOf(CXXRecordDecl &Class, const DeclaredName &Name, bool OfInstance) {
  for (Decl *D : Class.decls()) {
    auto *Member = dyn_cast<NamedDecl>(D);
    if (!Member || Member->isImplicit() || !isNamed(Class, *Member, Name))
      continue;
    if (!OfInstance) {
      take(*Member, /*AnyPlace=*/false);
    } else if (auto *Function = dyn_cast<FunctionDecl>(Member)) {
      takeInstance(*Function);
    } else if (auto *Template = dyn_cast<FunctionTemplateDecl>(Member)) {
      takeInstances(*Template);
    } else if (auto *Variable = dyn_cast<VarDecl>(Member)) {
      takeVariable(*Variable);
      setPoint(*Variable, SourceLocation());
    }
  }
}

void OlderDefinitions::takeMembers(CXXRecordDecl &Class, const DeclaredName &Name) {
  takeOf(Class, Name, /*OfInstance=*/false);
  ClassTemplateDecl *Template = Class.getDescribedClassTemplate();
  if (!Template)
    return;
  llvm::SmallVector<ClassTemplatePartialSpecializationDecl *, 4> Partial;
  Template->getPartialSpecializations(Partial);
  for (ClassTemplatePartialSpecializationDecl *Special : Partial)
    if (CXXRecordDecl *Of = Special->getDefinition())
      takeOf(*Of, Name, /*OfInstance=*/false);
  for (ClassTemplateSpecializationDecl *Special : Template->specializations())
    if (CXXRecordDecl *Of = Special->getDefinition())
      if (Name.Specialization || Special->isExplicitSpecialization())
        takeOf(*Of, Name, /*OfInstance=*/!Special->isExplicitSpecialization());
}

void OlderDefinitions::afterDeclaration(Told Replaced) {
  for (BodyTaken &Entry : Declaration.Bodies) {
    FunctionDecl *Now = Entry.Function->getDefinition();
    if (Now) {
      Replaced(Entry.OfTemplate ? nullptr : Entry.Function, *Now, Entry.Type);
      continue;
    }
    Entry.Function->setBody(Entry.Body);
    if (!Entry.Type.isNull())
      setReturnType(*Entry.Function, Entry.Type);
    if (Entry.Function->isTemplateInstantiation())
      Entry.Function->setTemplateSpecializationKind(Entry.Function->getTemplateSpecializationKind(), Entry.Point);
  }
  Declaration.Bodies.clear();
  for (DefinitionTaken &Entry : Declaration.Definitions) {
    VarDecl *Now = Entry.Member->getDefinition();
    if (Now) {
      Replaced(Entry.OfTemplate ? nullptr : Entry.Member, *Now, QualType());
      continue;
    }
    Entry.Member->setLexicalDeclContext(Entry.Context);
    setPoint(*Entry.Member, Entry.Point);
  }
  Declaration.Definitions.clear();
  for (NamedDecl *Pattern : Declaration.Awaited) {
    auto *Function = dyn_cast<FunctionDecl>(Pattern);
    const NamedDecl *Now = Function ? static_cast<NamedDecl *>(Function->getDefinition()) : cast<VarDecl>(Pattern)->getDefinition();
    if (!Now || !Known.isFresh(*Now))
      continue;
    Cell.Defined.push_back(Pattern);
    // Whoever calls it next is to see the type that it returns now.
    if (Function && Function->getDeclaredReturnType()->getContainedDeducedType())
      takeInstancesOf(*Pattern);
  }
  Declaration.Awaited.clear();
}

void OlderDefinitions::takeForGood(FunctionDecl &Instance) {
  QualType Type = forgetDeduced(Instance);
  Cell.FunctionsToMake.insert({&Instance, Type});
  if (FunctionDecl *Body = Instance.getDefinition(); Body && Body->doesThisDeclarationHaveABody())
    Body->setBody(nullptr);
  Known.noteRemade(Instance);
}

void OlderDefinitions::takeForGood(VarDecl &Member) {
  Cell.MembersToMake.insert(&Member);
  VarDecl *Older = Member.getDefinition();
  if (!Older)
    return;
  Older->setLexicalDeclContext(Older->getDeclContext());
  // What a template still defines outside is a definition all the same, unless it is without a value and written.
  Older->setInit(nullptr);
  Older->setTemplateSpecializationKind(TSK_ExplicitSpecialization);
}

// Those that nothing has used will be made when something does.
void OlderDefinitions::takeInstancesOf(NamedDecl &Pattern) {
  if (auto *Variable = dyn_cast<VarDecl>(&Pattern)) {
    for (VarDecl *Instance : instancesOf(*Variable))
      if (Instance->getDefinition() || Instance->isReferenced())
        takeForGood(*Instance);
    return;
  }
  for (FunctionDecl *Instance : instancesOf(*cast<FunctionDecl>(&Pattern)))
    if (!Cell.FunctionsToMake.contains(Instance) && (Instance->isDefined() || Instance->isReferenced()))
      takeForGood(*Instance);
}

void OlderDefinitions::endCell(SourceLocation End, Told Replaced) {
  for (NamedDecl *Pattern : Cell.Defined)
    takeInstancesOf(*Pattern);
  Cell.Defined.clear();
  for (VarDecl *Member : Cell.MembersToMake) {
    S.InstantiateVariableDefinition(useOf(*Member, End), Member, /*Recursive=*/true, /*DefinitionRequired=*/true);
    if (VarDecl *Now = Member->getDefinition()) {
      Known.noteRemade(*Now);
      Replaced(nullptr, *Now, QualType());
    }
  }
  Cell.MembersToMake.clear();
  for (auto [Instance, Type] : Cell.FunctionsToMake) {
    Replaced(nullptr, *Instance, Type);
    S.InstantiateFunctionDefinition(useOf(*Instance, End), Instance, /*Recursive=*/true, /*DefinitionRequired=*/true);
  }
  Cell.FunctionsToMake.clear();
}

} // namespace chv
