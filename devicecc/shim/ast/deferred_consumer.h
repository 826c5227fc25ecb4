// Holds back what Sema tells code generation until the whole cell is known to be good.
#pragma once
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/DeclGroup.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "llvm/ADT/DenseSet.h"
#include <functional>
#include <vector>

namespace chv {

// Sits between Sema and clang's CodeGenerator. A rejected cell never reaches code generation, whose tables of deferred
// and emitted declarations cannot be taken back.
class DeferredConsumer : public clang::ASTConsumer {
public:
  explicit DeferredConsumer(std::unique_ptr<clang::CodeGenerator> Generator) : Generator(std::move(Generator)) {}

  clang::CodeGenerator &generator() { return *Generator; }
  // Top-level declarations and instantiations of the cell being parsed, in Sema's order. A copy: who looks into them reads more from
  // the precompiled header, and what is read can be added here meanwhile.
  std::vector<clang::Decl *> declarations() const { return Declarations; }
  // Hands everything held back to code generation, then ends its translation unit. `declarations` stay until `discard`.
  void release(clang::ASTContext &Context);
  // Forgets what was held back.
  void discard();
  // Sema announces a variable that a template was instantiated to whenever something uses it. It is passed on once in a cell, this one in no later cell.
  void passOnce(const clang::VarDecl &Instance) { Generated.insert(&Instance); }
  // Has a variable of the cell generated as what something uses. Code generation remembers an older variable of the symbol otherwise, and generates both:
  // an error on GPUs, where variables have address spaces.
  void demand(clang::VarDecl &Variable) { Demanded.push_back(&Variable); }

  // Likewise a function that only this cell can call, and of which an older one has the symbol: what calls it may come before it.
  void announceFirst(clang::FunctionDecl &Function) { Own.push_back(&Function); }

  void Initialize(clang::ASTContext &Context) override { Generator->Initialize(Context); }
  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override;
  void HandleInterestingDecl(clang::DeclGroupRef Group) override { HandleTopLevelDecl(Group); }
  void HandleInlineFunctionDefinition(clang::FunctionDecl *Function) override;
  void HandleTagDeclDefinition(clang::TagDecl *Tag) override;
  void HandleTagDeclRequiredDefinition(const clang::TagDecl *Tag) override;
  void HandleCXXImplicitFunctionInstantiation(clang::FunctionDecl *Function) override;
  void CompleteTentativeDefinition(clang::VarDecl *Variable) override;
  void CompleteExternalDeclaration(clang::DeclaratorDecl *Declaration) override;
  void HandleCXXStaticMemberVarInstantiation(clang::VarDecl *Variable) override;
  void HandleVTable(clang::CXXRecordDecl *Record) override;
  // The end of each cell is announced by `release`.
  void HandleTranslationUnit(clang::ASTContext &) override {}

private:
  using Action = std::function<void(clang::CodeGenerator &)>;
  void hold(Action Told);
  void tellButOwn(clang::Decl &Declared);

  std::unique_ptr<clang::CodeGenerator> Generator;
  std::vector<Action> Held;
  // Of functions that templates were instantiated to. Code generation is told of them before all else: it goes by symbols, and where the text uses one before
  // its instance is announced it would generate an older instance of that symbol, as it does in each cell, and then complain of two.
  std::vector<clang::FunctionDecl *> HeldInstances;
  std::vector<clang::VarDecl *> Demanded;
  std::vector<clang::FunctionDecl *> Own;
  std::vector<clang::Decl *> Declarations;
  llvm::DenseSet<const clang::VarDecl *> Announced, Generated; // in this cell, and not to be passed on again
  bool Releasing = false;
};

} // namespace chv
