#include "local_types.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace chv {

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

} // namespace chv
