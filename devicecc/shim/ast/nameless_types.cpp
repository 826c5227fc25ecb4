#include "ast/nameless_types.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace chv {

namespace {

// Numbers per cell; a cell with more lambdas than this would run into the next cell's.
constexpr unsigned NumbersPerCell = 4096;

// The name of a tag that tells a cell's local entities apart.
constexpr char TagLetter = 'c';

class LocalsNamer : public DynamicRecursiveASTVisitor {
public:
  LocalsNamer(ASTContext &Context, const Redeclarations &Cells, unsigned Cell)
      : Context(Context), Cells(Cells), Cell(Cell), Next(1 + Cell * NumbersPerCell) {}

  bool hasMetLambda() const { return MetLambda; }

  bool VisitLambdaExpr(LambdaExpr *Lambda) override {
    MetLambda = true;
    CXXRecordDecl *Class = Lambda->getLambdaClass();
    const DeclContext *Owner = Class->getDeclContext();
    while (isa<CapturedDecl>(Owner))
      Owner = Owner->getParent();
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
    else if (Numbering.ManglingNumber > 0 && Numbering.ManglingNumber < NumbersPerCell)
      Numbering.ManglingNumber += cellOf(*Class) * NumbersPerCell;
    Class->setLambdaNumbering(Numbering);
    return true;
  }

  // A type that a function declares for itself is another one in each definition of the function.
  bool VisitTagDecl(TagDecl *Type) override {
    const auto *Class = dyn_cast<CXXRecordDecl>(Type);
    bool Lambda = Class && Class->isLambda();
    if (!Lambda && isa<FunctionDecl>(Type->getDeclContext()) && !Type->isDependentContext())
      tag(*Type);
    return true;
  }

  // So is its static variable, which has a name beyond the cell if the function's code may be made in several, or on a device.
  bool VisitVarDecl(VarDecl *Variable) override {
    const auto *Owner = dyn_cast<FunctionDecl>(Variable->getDeclContext());
    if (!Owner || !Variable->isStaticLocal() || Owner->isDependentContext() || Variable->hasAttr<CUDASharedAttr>())
      return true;
    if (Owner->isInlined() || Owner->isTemplateInstantiation() || Owner->hasAttr<CUDADeviceAttr>() || Owner->hasAttr<CUDAGlobalAttr>())
      tag(*Variable);
    return true;
  }

private:
  // The cell that defines it, or has made it again; 0 for what cannot be defined again.
  unsigned cellOf(const Decl &D) const {
    if (!Cells.isOfSession(D))
      return 0;
    return Cells.isFresh(D) ? Cell : Cells.cellOf(D.getLocation());
  }

  void tag(NamedDecl &D) {
    unsigned Cell = D.hasAttr<AbiTagAttr>() ? 0 : cellOf(D);
    if (Cell == 0)
      return;
    llvm::StringRef Tags[] = {llvm::StringRef(TagLetter + std::to_string(Cell)).copy(Context.getAllocator())};
    D.addAttr(AbiTagAttr::CreateImplicit(Context, Tags, 1));
  }

  ASTContext &Context;
  const Redeclarations &Cells;
  unsigned Cell, Next;
  bool MetLambda = false;
};

// `UliE4095_` becomes `UliE_`.
std::string withoutLambdaNumbers(llvm::StringRef Symbol) {
  if (!Symbol.contains("Ul"))
    return Symbol.str();
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

// `4ItemB3c12` becomes `4Item`.
std::string withoutTags(llvm::StringRef Symbol) {
  std::string Result;
  while (!Symbol.empty()) {
    auto [Before, After] = Symbol.split('B');
    Result += Before;
    if (Before.size() == Symbol.size())
      break;
    llvm::StringRef Tag = After;
    size_t Length;
    bool Ours = !Tag.consumeInteger(10, Length) && Length > 1 && Tag.size() >= Length && Tag.consume_front(llvm::StringRef(&TagLetter, 1)) &&
                Tag.take_while(llvm::isDigit).size() >= Length - 1;
    if (!Ours)
      Result += 'B';
    Symbol = Ours ? Tag.drop_front(Length - 1) : After;
  }
  return Result;
}

} // namespace

bool nameLocals(ASTContext &Context, const Redeclarations &Cells, llvm::ArrayRef<Decl *> Declarations, unsigned Cell) {
  LocalsNamer Namer(Context, Cells, Cell);
  // Headers of the system are read once, and are large.
  for (Decl *D : Declarations)
    if (D->getLocation().isInvalid() || Cells.isOfSession(*D))
      Namer.TraverseDecl(D);
  return Namer.hasMetLambda();
}

void nameLocalsOfInstances(ASTContext &Context, const Redeclarations &Cells, llvm::ArrayRef<Decl *> Declarations, unsigned Cell) {
  LocalsNamer Namer(Context, Cells, Cell);
  for (Decl *D : Declarations)
    if (auto *Instance = dyn_cast<FunctionDecl>(D); Instance && Instance->isTemplateInstantiation() && Cells.isOfSession(*Instance))
      Namer.TraverseDecl(Instance);
}

std::string withoutCells(llvm::StringRef Symbol) { return withoutTags(withoutLambdaNumbers(Symbol)); }

void nameLocalTypes(ASTContext &Context, llvm::ArrayRef<Decl *> Declarations, unsigned Cell) {
  TranslationUnitDecl *Unit = Context.getTranslationUnitDecl();
  unsigned Count = 0;
  for (Decl *D : Declarations) {
    auto *Statement = dyn_cast<TopLevelStmtDecl>(D);
    if (!Statement)
      continue;
    for (Decl *Local : Statement->decls()) {
      // What OpenMP's regions capture has types of its own, and a region is the context of what is declared in it.
      if (!isa<TagDecl, CapturedDecl>(Local) || Local->getDeclContext() != Statement)
        continue;
      std::string Name = "__chv_block_" + std::to_string(Cell) + "_" + std::to_string(Count++);
      auto *Space = NamespaceDecl::Create(Context, Unit, /*Inline=*/false, SourceLocation(), SourceLocation(),
                                          &Context.Idents.get(Name), /*PrevDecl=*/nullptr, /*Nested=*/false);
      Local->setDeclContext(Space);
    }
  }
}

} // namespace chv
