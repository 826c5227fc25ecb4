#include "nameless_types.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace chv {

namespace {

// Numbers per cell; a cell with more lambdas than this would run into the next cell's.
constexpr unsigned NumbersPerCell = 4096;

class LambdaNumberer : public RecursiveASTVisitor<LambdaNumberer> {
public:
  LambdaNumberer(ASTContext &Context, unsigned Cell)
      : Context(Context), Tag("c" + std::to_string(Cell)), First(Cell * NumbersPerCell), Next(1 + First) {}

  bool VisitLambdaExpr(LambdaExpr *Lambda) {
    CXXRecordDecl *Class = Lambda->getLambdaClass();
    const DeclContext *Owner = Class->getDeclContext();
    if (isa<TopLevelStmtDecl>(Owner))
      Class->setDeclContext(Context.getTranslationUnitDecl());
    CXXRecordDecl::LambdaNumbering Numbering = Class->getLambdaNumbering();
    if (Numbering.ContextDecl || Class->isDependentContext())
      return true;
    // Each cell is a translation unit whose numbers start again, so clang's own would meet those of other cells.
    if (Class->getDeclContext()->isFileContext())
      Numbering.ManglingNumber = Next++;
    // Those in a function's body would meet those of its older definitions. Clang counts them in each function, on both sides alike.
    // Some are visited twice.
    else if (Numbering.ManglingNumber > 0 && Numbering.ManglingNumber < NumbersPerCell && isOfUser(*Class))
      Numbering.ManglingNumber += First;
    Class->setLambdaNumbering(Numbering);
    return true;
  }

  // A type that a function declares for itself is another one in each definition of the function.
  bool VisitTagDecl(TagDecl *Type) {
    const DeclContext *Owner = Type->getDeclContext();
    const auto *Class = dyn_cast<CXXRecordDecl>(Type);
    bool Lambda = Class && Class->isLambda();
    // The prelude's functions are not defined again.
    if (First == 0 || Lambda || !isa<FunctionDecl>(Owner) || !isOfUser(*Type) || Type->isDependentContext() || Type->hasAttr<AbiTagAttr>())
      return true;
    llvm::StringRef Tags[] = {llvm::StringRef(Tag).copy(Context.getAllocator())};
    Type->addAttr(AbiTagAttr::CreateImplicit(Context, Tags, 1));
    return true;
  }

private:
  bool isOfUser(const Decl &D) const { return !Context.getSourceManager().isInSystemHeader(D.getLocation()); }

  ASTContext &Context;
  std::string Tag;
  unsigned First;
  unsigned Next;
};

} // namespace

void numberLambdas(ASTContext &Context, llvm::ArrayRef<Decl *> Declarations, unsigned Cell, llvm::StringRef Text) {
  // Headers' lambdas are numbered by clang; a cell without a bracket has none of its own, and one without these words no type.
  bool Types = Text.contains("struct") || Text.contains("class") || Text.contains("union") || Text.contains("enum");
  if (!Types && !Text.contains('['))
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
