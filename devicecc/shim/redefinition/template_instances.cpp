#include "redefinition/template_instances.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace chv {

// Does `Entry` stand in an instance for what is `Written` in the template?
static bool standsFor(const Decl *From, const Decl &Written) { return From && From->getCanonicalDecl() == Written.getCanonicalDecl(); }

// Calls `Found` with each member of a class template's instances; the class is the one that `Written` is a member of.
static void forEachMember(const Decl &Written, llvm::function_ref<void(Decl &)> Found) {
  const auto *Class = dyn_cast<CXXRecordDecl>(Written.getDeclContext());
  if (!Class || !Class->isDependentContext())
    return;
  for (CXXRecordDecl *Instance : instancesOf(*Class))
    for (Decl *Member : Instance->decls())
      Found(*Member);
}

// A template, and the templates that instances of the class around it have.
template <class Template> static llvm::SmallVector<Template *, 4> templatesFrom(Template &Written) {
  llvm::SmallVector<Template *, 4> Templates{&Written};
  forEachMember(Written, [&](Decl &Member) {
    if (auto *Made = dyn_cast<Template>(&Member); Made && standsFor(Made->getInstantiatedFromMemberTemplate(), Written))
      Templates.push_back(Made);
  });
  return Templates;
}

llvm::SmallVector<RedeclarableTemplateDecl *, 4> templatesFrom(RedeclarableTemplateDecl &Written) {
  llvm::SmallVector<RedeclarableTemplateDecl *, 4> Templates;
  if (auto *Class = dyn_cast<ClassTemplateDecl>(&Written))
    llvm::append_range(Templates, templatesFrom(*Class));
  else if (auto *Variable = dyn_cast<VarTemplateDecl>(&Written))
    llvm::append_range(Templates, templatesFrom(*Variable));
  return Templates;
}

static bool isMadeFrom(ClassTemplateSpecializationDecl &Special, const CXXRecordDecl &Pattern) {
  if (Special.isExplicitSpecialization() || !Special.getDefinition())
    return false;
  const CXXRecordDecl *Used = Special.getTemplateInstantiationPattern();
  return standsFor(Used, Pattern);
}

llvm::SmallVector<CXXRecordDecl *, 8> instancesOf(const CXXRecordDecl &Pattern) {
  llvm::SmallVector<CXXRecordDecl *, 8> Found;
  const auto *Partial = dyn_cast<ClassTemplatePartialSpecializationDecl>(&Pattern);
  if (ClassTemplateDecl *Template = Partial ? Partial->getSpecializedTemplate() : Pattern.getDescribedClassTemplate()) {
    for (ClassTemplateDecl *Made : templatesFrom(*Template))
      for (ClassTemplateSpecializationDecl *Special : Made->specializations())
        if (isMadeFrom(*Special, Pattern))
          Found.push_back(Special->getDefinition());
    return Found;
  }
  forEachMember(Pattern, [&](Decl &Member) {
    if (auto *Class = dyn_cast<CXXRecordDecl>(&Member);
        Class && standsFor(Class->getInstantiatedFromMemberClass(), Pattern) && Class->getDefinition() == Class)
      Found.push_back(Class);
  });
  return Found;
}

llvm::SmallVector<FunctionDecl *, 8> instancesOf(const FunctionDecl &Pattern) {
  llvm::SmallVector<FunctionDecl *, 8> Found;
  auto add = [&](FunctionDecl *Instance) {
    if (isTemplateInstantiation(Instance->getTemplateSpecializationKind()))
      Found.push_back(Instance);
  };
  if (FunctionTemplateDecl *Template = Pattern.getDescribedFunctionTemplate()) {
    for (FunctionTemplateDecl *Made : templatesFrom(*Template->getCanonicalDecl()))
      for (FunctionDecl *Instance : Made->specializations())
        add(Instance);
    return Found;
  }
  forEachMember(Pattern, [&](Decl &Member) {
    if (auto *Function = dyn_cast<FunctionDecl>(&Member); Function && standsFor(Function->getInstantiatedFromMemberFunction(), Pattern))
      add(Function);
  });
  return Found;
}

llvm::SmallVector<VarDecl *, 8> instancesOf(const VarDecl &Pattern) {
  llvm::SmallVector<VarDecl *, 8> Found;
  forEachMember(Pattern, [&](Decl &Member) {
    auto *Variable = dyn_cast<VarDecl>(&Member);
    if (Variable && standsFor(Variable->getInstantiatedFromStaticDataMember(), Pattern) &&
        isTemplateInstantiation(Variable->getTemplateSpecializationKind()))
      Found.push_back(Variable);
  });
  return Found;
}

// The arguments as they would be written.
static void addArguments(Sema &S, TemplateArgumentListInfo &List, llvm::ArrayRef<TemplateArgument> Arguments, SourceLocation Where) {
  for (const TemplateArgument &Argument : Arguments)
    if (Argument.getKind() == TemplateArgument::Pack)
      addArguments(S, List, Argument.getPackAsArray(), Where);
    else
      List.addArgument(S.getTrivialTemplateArgumentLoc(Argument, QualType(), Where));
}

VarDecl *instantiate(Sema &S, VarTemplateDecl &Template, llvm::ArrayRef<TemplateArgument> Arguments, SourceLocation Where) {
  TemplateArgumentListInfo List(Where, Where);
  addArguments(S, List, Arguments, Where);
  DeclResult Made = S.CheckVarTemplateId(&Template, SourceLocation(), Where, List, /*SetWrittenArgs=*/false);
  if (Made.isInvalid() || Made.isUnset())
    return nullptr;
  auto *Variable = cast<VarTemplateSpecializationDecl>(Made.get());
  if (Variable->getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
    return nullptr;
  Variable->setTemplateSpecializationKind(TSK_ImplicitInstantiation, Where);
  S.InstantiateVariableDefinition(Where, Variable, /*Recursive=*/true, /*DefinitionRequired=*/true);
  return Variable;
}

llvm::SmallVector<FunctionDecl *, 4> usedInstances(const FunctionTemplateDecl &Template) {
  llvm::SmallVector<FunctionDecl *, 4> Instances;
  for (FunctionDecl *Instance : Template.specializations())
    if (Instance->isDefined() || Instance->isReferenced())
      Instances.push_back(Instance);
  return Instances;
}

} // namespace chv
