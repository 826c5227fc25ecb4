// What has been made of a template's members: instances that follow when a member is defined outside its class, or again.
#pragma once
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class Sema;
} // namespace clang

namespace chv {

// The classes that a class template, a partial specialization or a class within one has been instantiated to.
llvm::SmallVector<clang::CXXRecordDecl *, 8> instancesOf(const clang::CXXRecordDecl &Pattern);

// The functions that a function template, a member of one of those classes, or a member template has been instantiated to. Declared at
// least; not those that are specialized.
llvm::SmallVector<clang::FunctionDecl *, 8> instancesOf(const clang::FunctionDecl &Pattern);

// The static members that one of such a class has been instantiated to; not those that are specialized.
llvm::SmallVector<clang::VarDecl *, 8> instancesOf(const clang::VarDecl &Pattern);

// What a newer template has to provide for older code; its own explicit specializations among them. One without a body was used before the template had one.
llvm::SmallVector<clang::FunctionDecl *, 4> usedInstances(const clang::FunctionTemplateDecl &Template);

// A class or variable template, and those that instances of the class around it have instead.
llvm::SmallVector<clang::RedeclarableTemplateDecl *, 4> templatesFrom(clang::RedeclarableTemplateDecl &Written);

// Where an instance was first used: if it does not compile now, the message shows who has used it so.
template <class T> clang::SourceLocation useOf(const T &Instance, clang::SourceLocation Otherwise) {
  clang::SourceLocation Use = Instance.getPointOfInstantiation();
  return Use.isValid() ? Use : Otherwise;
}

// The variable that a template gives for these arguments, with its definition; null if it is specialized or cannot be made.
clang::VarDecl *instantiate(clang::Sema &S, clang::VarTemplateDecl &Template, llvm::ArrayRef<clang::TemplateArgument> Arguments,
                            clang::SourceLocation Where);

} // namespace chv
