#include "ast/deferred_consumer.h"
#include "border/safe_points.h"
#include "redefinition/replacement_rules.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringSet.h"
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
  Decl &declared() const { return Declared; }

private:
  Decl &Declared;
  const UsedAttr *Used;
};

static bool isStructor(const FunctionDecl &Function) { return isa<CXXConstructorDecl, CXXDestructorDecl>(Function); }

// Is it generated as soon as code generation is told of it?
static bool isGeneratedAtOnce(const FunctionDecl &Instance) {
  return !isMadeImplicitly(Instance) || (Instance.hasAttr<UsedAttr>() && isStructor(Instance));
}

static void announce(CodeGenerator &G, llvm::ArrayRef<FunctionDecl *> Instances) {
  std::list<UsedLater> Deferred;
  for (FunctionDecl *Instance : Instances) {
    safePoint();
    if (Instance->hasAttr<UsedAttr>() && !isGeneratedAtOnce(*Instance))
      Deferred.emplace_back(*Instance);
    G.HandleTopLevelDecl(DeclGroupRef(Instance));
  }
  for (UsedLater &Instance : Deferred)
    if (const auto &Function = cast<FunctionDecl>(Instance.declared()); isOfThisSide(Function))
      G.GetAddrOfGlobal(GlobalDecl(&Function), /*isForDefinition=*/false);
}

// Instances whose arguments are versions of one function or variable have one symbol, and the newest of them is generated. Of most, code generation itself
// remembers the newest.
static void keepNewest(CodeGenerator &G, std::vector<FunctionDecl *> &Instances) {
  llvm::StringSet<> Seen;
  auto isOlder = [&](const FunctionDecl *Function) {
    GlobalDecl Named;
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Function))
      Named = GlobalDecl(Constructor, Ctor_Complete);
    else if (const auto *Destructor = dyn_cast<CXXDestructorDecl>(Function))
      Named = GlobalDecl(Destructor, Dtor_Complete);
    else if (Function->hasAttr<CUDAGlobalAttr>())
      Named = GlobalDecl(Function, KernelReferenceKind::Kernel);
    return Named.getDecl() && !Seen.insert(G.GetMangledName(Named)).second;
  };
  std::reverse(Instances.begin(), Instances.end());
  llvm::erase_if(Instances, isOlder);
  std::reverse(Instances.begin(), Instances.end());
}

// They may call each other.
static void announceOwn(CodeGenerator &G, llvm::ArrayRef<FunctionDecl *> Functions) {
  std::list<UsedLater> Deferred;
  for (FunctionDecl *Function : Functions) {
    if (Function->hasAttr<UsedAttr>())
      Deferred.emplace_back(*Function);
    G.HandleTopLevelDecl(DeclGroupRef(Function));
  }
  for (UsedLater &Function : Deferred)
    G.GetAddrOfGlobal(GlobalDecl(&cast<FunctionDecl>(Function.declared())), /*isForDefinition=*/false);
}

void DeferredConsumer::release(ASTContext &Context) {
  // Generating a body reads declarations from the precompiled header; those come here and must not wait.
  Releasing = true;
  announceOwn(*Generator, Own);
  keepNewest(*Generator, HeldInstances);
  // What they use comes before those that are generated at once: structors, and what stands for an explicit specialization.
  std::vector<FunctionDecl *> AtOnce;
  llvm::copy_if(HeldInstances, std::back_inserter(AtOnce), [](const FunctionDecl *Instance) { return isGeneratedAtOnce(*Instance); });
  llvm::erase_if(HeldInstances, [](const FunctionDecl *Instance) { return isGeneratedAtOnce(*Instance); });
  announce(*Generator, HeldInstances);
  announce(*Generator, AtOnce);
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

// Code generation would take what it is told of twice for two of one symbol.
void DeferredConsumer::tellButOwn(Decl &Declared) {
  if (isa<NamespaceDecl, LinkageSpecDecl>(Declared))
    for (Decl *Member : cast<DeclContext>(Declared).decls())
      tellButOwn(*Member);
  else if (auto *Function = dyn_cast<FunctionDecl>(&Declared); !Function || !llvm::is_contained(Own, Function))
    Generator->HandleTopLevelDecl(DeclGroupRef(&Declared));
}

void DeferredConsumer::discard() {
  HeldInstances.clear();
  Held.clear();
  Demanded.clear();
  Own.clear();
  Declarations.clear();
  Announced.clear();
}

bool DeferredConsumer::HandleTopLevelDecl(DeclGroupRef Group) {
  for (Decl *D : Group)
    Declarations.push_back(D);
  auto *Function = Group.isSingleDecl() ? dyn_cast<FunctionDecl>(Group.getSingleDecl()) : nullptr;
  if (!Function || !isMadeImplicitly(*Function)) {
    hold([this, Group](CodeGenerator &G) {
      if (Own.empty())
        G.HandleTopLevelDecl(Group);
      else
        for (Decl *D : Group)
          tellButOwn(*D);
    });
    return true;
  }
  // Instances are made without a token being read.
  safePoint();
  if (Releasing)
    announce(*Generator, Function);
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
