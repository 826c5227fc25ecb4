#include "lambdas.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace chv {

namespace {

// Numbers per cell; a cell with more lambdas than this would run into the next cell's.
constexpr unsigned NumbersPerCell = 4096;

class LambdaNumberer : public RecursiveASTVisitor<LambdaNumberer> {
public:
  LambdaNumberer(ASTContext &Context, unsigned Cell) : Context(Context), Next(1 + Cell * NumbersPerCell) {}

  bool VisitLambdaExpr(LambdaExpr *Lambda) {
    CXXRecordDecl *Class = Lambda->getLambdaClass();
    const DeclContext *Owner = Class->getDeclContext();
    if (isa<TopLevelStmtDecl>(Owner))
      Class->setDeclContext(Context.getTranslationUnitDecl());
    CXXRecordDecl::LambdaNumbering Numbering = Class->getLambdaNumbering();
    // Each cell is a translation unit whose numbers start again, so clang's own would meet those of other cells.
    if (Class->getDeclContext()->isFileContext() && !Numbering.ContextDecl) {
      Numbering.ManglingNumber = Next++;
      Class->setLambdaNumbering(Numbering);
    }
    return true;
  }

private:
  ASTContext &Context;
  unsigned Next;
};

} // namespace

void numberLambdas(ASTContext &Context, llvm::ArrayRef<Decl *> Declarations, unsigned Cell, llvm::StringRef Text) {
  // Headers' lambdas are numbered by clang; a cell without a bracket has none of its own.
  if (!Text.contains('['))
    return;
  LambdaNumberer Numberer(Context, Cell);
  for (Decl *D : Declarations)
    Numberer.TraverseDecl(D);
}

std::string withoutLambdaNumbers(llvm::StringRef Symbol) {
  // The mangler writes the number less 2.
  constexpr unsigned First = 1 + NumbersPerCell - 2;
  std::string Result;
  while (!Symbol.empty()) {
    auto [Before, After] = Symbol.split('E');
    Result += Before;
    if (Before.size() == Symbol.size())
      break;
    Result += 'E';
    llvm::StringRef Digits = After.take_while(llvm::isDigit);
    unsigned Number;
    bool Ours = !Digits.getAsInteger(10, Number) && Number >= First && After.drop_front(Digits.size()).starts_with("_");
    Symbol = Ours ? After.drop_front(Digits.size()) : After;
  }
  return Result;
}

} // namespace chv
