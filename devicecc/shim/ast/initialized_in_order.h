// The order in which a cell's constants get their values. `emitted_variables.cpp` has the definitions.
#pragma once
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallVector.h"

namespace chv {

// Constants whose initial values have to be computed, while code is generated for the host: they pass for variables. Where text comes piece by piece, clang
// takes a constant for one of many files, and initializes it before all others: before the statements that stand above it.
class InitializedInOrder {
public:
  InitializedInOrder() = default;
  InitializedInOrder(const InitializedInOrder &) = delete;
  InitializedInOrder &operator=(const InitializedInOrder &) = delete;
  ~InitializedInOrder();
  void add(clang::Decl *Declared, clang::ASTContext &Context);

private:
  struct Constant {
    clang::VarDecl *Variable;
    clang::QualType Type;
    clang::StorageClass Storage;
  };
  llvm::SmallVector<Constant, 4> Changed;
};

} // namespace chv
