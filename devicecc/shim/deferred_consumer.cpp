#include "deferred_consumer.h"
#include "safe_points.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace chv {

void DeferredConsumer::hold(std::function<void(CodeGenerator &)> Action) {
  safePoint();
  if (Releasing)
    Action(*Generator);
  else
    Held.push_back(std::move(Action));
}

void DeferredConsumer::release(ASTContext &Context) {
  // Generating a body reads declarations from the precompiled header; those come here and must not wait.
  Releasing = true;
  for (auto &Action : Held) {
    safePoint();
    Action(*Generator);
  }
  Generator->HandleTranslationUnit(Context);
  Releasing = false;
}

void DeferredConsumer::discard() {
  Held.clear();
  Declarations.clear();
  Announced.clear();
}

bool DeferredConsumer::HandleTopLevelDecl(DeclGroupRef Group) {
  for (Decl *D : Group)
    Declarations.push_back(D);
  hold([Group](CodeGenerator &G) { G.HandleTopLevelDecl(Group); });
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
