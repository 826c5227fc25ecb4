#include "deferred_consumer.h"
#include "redeclarations.h"
#include "safe_points.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/AST/DeclCXX.h"
#include <algorithm>
#include <list>

using namespace clang;

namespace chv {

void DeferredConsumer::hold(Action Told) {
  safePoint();
  if (Releasing)
    Told(*Generator);
  else
    Held.push_back(std::move(Told));
}

static bool isMadeImplicitly(const FunctionDecl &Function) { return Function.getTemplateSpecializationKind() == TSK_ImplicitInstantiation; }

// What has to be generated though nothing uses it is announced as what may be used, and then used: else code generation remembers an older instance of the
// symbol beside it and generates both.
class UsedLater {
public:
  explicit UsedLater(Decl &Declared) : Declared(Declared), Used(Declared.getAttr<UsedAttr>()) { Declared.dropAttr<UsedAttr>(); }
  UsedLater(const UsedLater &) = delete;
  UsedLater &operator=(const UsedLater &) = delete;
  ~UsedLater() { Declared.addAttr(const_cast<UsedAttr *>(Used)); }

private:
  Decl &Declared;
  const UsedAttr *Used;
};

static void announce(CodeGenerator &G, FunctionDecl &Instance) {
  bool Structor = isa<CXXConstructorDecl, CXXDestructorDecl>(Instance);
  if (!Instance.hasAttr<UsedAttr>() || Structor || !isMadeImplicitly(Instance)) {
    G.HandleTopLevelDecl(DeclGroupRef(&Instance));
    return;
  }
  UsedLater Deferred(Instance);
  G.HandleTopLevelDecl(DeclGroupRef(&Instance));
  if (isOfThisSide(Instance))
    G.GetAddrOfGlobal(GlobalDecl(&Instance), /*isForDefinition=*/false);
}

void DeferredConsumer::release(ASTContext &Context) {
  // Generating a body reads declarations from the precompiled header; those come here and must not wait.
  Releasing = true;
  // What stands for an explicit specialization is generated at once, so what it uses comes before it.
  std::stable_partition(HeldInstances.begin(), HeldInstances.end(), [](const FunctionDecl *Instance) { return isMadeImplicitly(*Instance); });
  for (FunctionDecl *Instance : HeldInstances) {
    safePoint();
    announce(*Generator, *Instance);
  }
  {
    std::list<UsedLater> Deferred;
    for (VarDecl *Variable : Demanded)
      Deferred.emplace_back(*Variable);
    for (Action &Told : Held) {
      safePoint();
      Told(*Generator);
    }
    for (VarDecl *Variable : Demanded)
      Generator->GetAddrOfGlobal(GlobalDecl(Variable), /*isForDefinition=*/false);
  }
  Generator->HandleTranslationUnit(Context);
  Releasing = false;
}

void DeferredConsumer::discard() {
  HeldInstances.clear();
  Held.clear();
  Demanded.clear();
  Declarations.clear();
  Announced.clear();
}

bool DeferredConsumer::HandleTopLevelDecl(DeclGroupRef Group) {
  for (Decl *D : Group)
    Declarations.push_back(D);
  auto *Function = Group.isSingleDecl() ? dyn_cast<FunctionDecl>(Group.getSingleDecl()) : nullptr;
  if (!Function || !isMadeImplicitly(*Function)) {
    hold([Group](CodeGenerator &G) { G.HandleTopLevelDecl(Group); });
    return true;
  }
  // Instances are made without a token being read.
  safePoint();
  if (Releasing)
    announce(*Generator, *Function);
  else
    HeldInstances.push_back(Function);
  return true;
}

void DeferredConsumer::HandleInlineFunctionDefinition(FunctionDecl *Function) {
  hold([Function](CodeGenerator &G) { G.HandleInlineFunctionDefinition(Function); });
}

void DeferredConsumer::HandleTagDeclDefinition(TagDecl *Tag) {
  hold([Tag](CodeGenerator &G) { G.HandleTagDeclDefinition(Tag); });
}

void DeferredConsumer::HandleTagDeclRequiredDefinition(const TagDecl *Tag) {
  hold([Tag](CodeGenerator &G) { G.HandleTagDeclRequiredDefinition(Tag); });
}

void DeferredConsumer::HandleCXXImplicitFunctionInstantiation(FunctionDecl *Function) {
  hold([Function](CodeGenerator &G) { G.HandleCXXImplicitFunctionInstantiation(Function); });
}

void DeferredConsumer::CompleteTentativeDefinition(VarDecl *Variable) {
  hold([Variable](CodeGenerator &G) { G.CompleteTentativeDefinition(Variable); });
}

void DeferredConsumer::CompleteExternalDeclaration(DeclaratorDecl *Declaration) {
  hold([Declaration](CodeGenerator &G) { G.CompleteExternalDeclaration(Declaration); });
}

void DeferredConsumer::HandleCXXStaticMemberVarInstantiation(VarDecl *Variable) {
  if (Generated.contains(Variable) || !Announced.insert(Variable).second)
    return;
  Declarations.push_back(Variable);
  hold([Variable](CodeGenerator &G) { G.HandleCXXStaticMemberVarInstantiation(Variable); });
}

void DeferredConsumer::HandleVTable(CXXRecordDecl *Record) {
  hold([Record](CodeGenerator &G) { G.HandleVTable(Record); });
}

} // namespace chv
