#include "deferred_consumer.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace chv {

void DeferredConsumer::release(ASTContext &Context) {
  // By index: code generation may deserialise more declarations, which arrive here while we iterate.
  for (size_t I = 0; I < Held.size(); ++I) {
    auto Action = std::move(Held[I]);
    Action(*Generator);
  }
  Generator->HandleTranslationUnit(Context);
}

void DeferredConsumer::discard() {
  Held.clear();
  Declarations.clear();
}

bool DeferredConsumer::HandleTopLevelDecl(DeclGroupRef Group) {
  for (Decl *D : Group)
    Declarations.push_back(D);
  Held.push_back([Group](CodeGenerator &G) { G.HandleTopLevelDecl(Group); });
  return true;
}

void DeferredConsumer::HandleInlineFunctionDefinition(FunctionDecl *Function) {
  Held.push_back([Function](CodeGenerator &G) { G.HandleInlineFunctionDefinition(Function); });
}

void DeferredConsumer::HandleTagDeclDefinition(TagDecl *Tag) {
  Held.push_back([Tag](CodeGenerator &G) { G.HandleTagDeclDefinition(Tag); });
}

void DeferredConsumer::HandleTagDeclRequiredDefinition(const TagDecl *Tag) {
  Held.push_back([Tag](CodeGenerator &G) { G.HandleTagDeclRequiredDefinition(Tag); });
}

void DeferredConsumer::HandleCXXImplicitFunctionInstantiation(FunctionDecl *Function) {
  Held.push_back([Function](CodeGenerator &G) { G.HandleCXXImplicitFunctionInstantiation(Function); });
}

void DeferredConsumer::CompleteTentativeDefinition(VarDecl *Variable) {
  Held.push_back([Variable](CodeGenerator &G) { G.CompleteTentativeDefinition(Variable); });
}

void DeferredConsumer::CompleteExternalDeclaration(DeclaratorDecl *Declaration) {
  Held.push_back([Declaration](CodeGenerator &G) { G.CompleteExternalDeclaration(Declaration); });
}

void DeferredConsumer::HandleCXXStaticMemberVarInstantiation(VarDecl *Variable) {
  Declarations.push_back(Variable);
  Held.push_back([Variable](CodeGenerator &G) { G.HandleCXXStaticMemberVarInstantiation(Variable); });
}

void DeferredConsumer::HandleVTable(CXXRecordDecl *Record) {
  Held.push_back([Record](CodeGenerator &G) { G.HandleVTable(Record); });
}

} // namespace chv
