#include "nameless_types.h"
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

void nameLocalTypes(ASTContext &Context, llvm::ArrayRef<Decl *> Declarations, unsigned Cell, llvm::StringRef Text) {
  // Without a block no statement declares anything of its own.
  if (!Text.contains('{'))
    return;
  TranslationUnitDecl *Unit = Context.getTranslationUnitDecl();
  unsigned Count = 0;
  for (Decl *D : Declarations) {
    auto *Statement = dyn_cast<TopLevelStmtDecl>(D);
    if (!Statement)
      continue;
    for (Decl *Local : Statement->decls()) {
      auto *Type = dyn_cast<TagDecl>(Local);
      if (!Type || Type->getDeclContext() != Statement)
        continue;
      std::string Name = "__chv_block_" + std::to_string(Cell) + "_" + std::to_string(Count++);
      auto *Space = NamespaceDecl::Create(Context, Unit, /*Inline=*/false, SourceLocation(), SourceLocation(),
                                          &Context.Idents.get(Name), /*PrevDecl=*/nullptr, /*Nested=*/false);
      Type->setDeclContext(Space);
    }
  }
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
