#include "lambdas.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

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

} // namespace chv
