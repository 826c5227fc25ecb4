// Variables, and instances of functions, that code generation would define in every cell that uses them.
#pragma once
#include "ast/deferred_consumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Sema/MultiplexExternalSemaSource.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Module.h"

namespace chv {

// To C++ a `static` variable, one in a namespace without a name or of a lambda's type belongs to its own file. For an incremental compiler clang
// therefore defines it again in each cell, its constructor and destructor included. Code generation does not if an external source of the AST
// says that the definition is somewhere else.
class EmittedVariables : public clang::MultiplexExternalSemaSource {
public:
  // Takes the place of the context's external source and hands on to it, but for what it knows itself.
  static llvm::IntrusiveRefCntPtr<EmittedVariables> install(clang::ASTContext &Context);
  explicit EmittedVariables(llvm::IntrusiveRefCntPtr<clang::ExternalSemaSource> Precompiled);

  // Has code generated for a declaration's variables with it, and not when something first uses them: the initial value is what other variables
  // hold now, and other files may name what is `extern const`.
  static void initializeNow(clang::Decl *Declared, clang::ASTContext &Context);
  // On the device: has code generated for variables that kernels may not use, constants among them: host code of later cells may refer to them.
  static void keepForHost(clang::Decl *Declared, clang::ASTContext &Context, DeferredConsumer &Consumer);
  // Notes the variables that a cell's module defines. `DeclarationOf`: the declaration of a mangled name, or null.
  void note(const llvm::Module &Module, llvm::function_ref<const clang::Decl *(llvm::StringRef)> DeclarationOf);

  ExtKind hasExternalDefinitions(const clang::Decl *Declared) override;

private:
  llvm::DenseSet<const clang::Decl *> Emitted;
};

// What templates of variables are instantiated to, while code is generated for it: it passes for what the user has written, so that it is generated in its
// cell alone. Else clang generates it in each cell that uses it, beside a newer definition too, which ends in an error on GPUs, where variables have
// address spaces.
class GeneratedOnce {
public:
  explicit GeneratedOnce(DeferredConsumer &Consumer) : Consumer(Consumer) {}
  GeneratedOnce(const GeneratedOnce &) = delete;
  GeneratedOnce &operator=(const GeneratedOnce &) = delete;
  ~GeneratedOnce();
  void add(clang::Decl &Declared);
  // An instance of a function: likewise, if it stands for what was specialized explicitly. Clang forgives two definitions of one symbol in a module if one
  // of them is the symbol's first, which it generates in each cell as long as that is an instance.
  void add(clang::FunctionDecl &Function);

private:
  DeferredConsumer &Consumer;
  llvm::SmallVector<clang::VarDecl *, 4> Variables;
  llvm::SmallVector<clang::FunctionDecl *, 4> Functions;
};

} // namespace chv
