// Takes the bodies and definitions of earlier cells out of the way of a declaration that may define their functions and static members
// anew, and gives them back if it does not. `struct S { int f(); };`, then `int S::f() { return 1; }`, then `int S::f() { return 2; }`: the class stays.
// What templates were instantiated to follows.
#pragma once
#include "redefinition/cells.h"
#include "redefinition/declared_names.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/MapVector.h"
#include <vector>

namespace chv {

class OlderDefinitions {
public:
  OlderDefinitions(clang::Sema &S, Cells &Known) : S(S), Known(Known) {}

  void beginCell();
  // Takes the body of a function or a function template, or the definition of a static member; the declarations stay. `AnyPlace`: that
  // which stands in a class too, which otherwise goes with its class.
  void take(clang::NamedDecl &Declared, bool AnyPlace);
  // The same for the members of a class that a definition outside it may define; of all that a class template has, if it is of one.
  void takeMembers(clang::CXXRecordDecl &Class, const DeclaredName &Name);
  // The same for the instances of a function template, which an explicit specialization may define.
  void takeInstances(clang::FunctionTemplateDecl &Template);
  // Gives back what was not defined anew, and tells of the others. `Old` is null for what a template was instantiated to; `Type` is what the function
  // returned, if that is deduced.
  using Told = llvm::function_ref<void(clang::NamedDecl *Old, clang::NamedDecl &New, clang::QualType Type)>;
  void afterDeclaration(Told Replaced);
  // Takes what a template was instantiated to, of which the end of the cell makes another.
  void takeForGood(clang::FunctionDecl &Instance);
  void takeForGood(clang::VarDecl &Member);
  // Makes the instances of templates that were defined in the cell again, and those that were taken for good; tells of each.
  void endCell(clang::SourceLocation End, Told Replaced);

private:
  struct BodyTaken {
    clang::FunctionDecl *Function;
    clang::Stmt *Body;
    clang::SourceLocation Point; // of its instantiation
    bool OfTemplate;
    clang::QualType Type; // that it returned, if that is deduced
  };
  struct DefinitionTaken {
    clang::VarDecl *Member;
    clang::DeclContext *Context; // where it was defined
    clang::SourceLocation Point;
    bool OfTemplate;
  };
  bool takeBody(clang::FunctionDecl &Declared);
  void takeInstance(clang::FunctionDecl &Instance);
  void takeVariable(clang::VarDecl &Member);
  void takeOf(clang::CXXRecordDecl &Class, const DeclaredName &Name, bool OfInstance);
  void takeInstancesOf(clang::NamedDecl &Pattern);

  clang::Sema &S;
  Cells &Known;
  struct {
    std::vector<clang::NamedDecl *> Defined; // patterns that it has defined
    // Instances to be made at its end.
    llvm::SmallMapVector<clang::FunctionDecl *, clang::QualType, 8> FunctionsToMake;
    llvm::SmallSetVector<clang::VarDecl *, 8> MembersToMake;
  } Cell;
  struct {
    std::vector<BodyTaken> Bodies;
    std::vector<DefinitionTaken> Definitions;
    std::vector<clang::NamedDecl *> Awaited; // patterns that it may define
  } Declaration;
};

} // namespace chv
