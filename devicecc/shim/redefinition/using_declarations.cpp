#include "redefinition/using_declarations.h"

using namespace clang;

namespace chv {

void UsingDeclarations::note(UsingShadowDecl &Shadow) {
  if (Known.isOfSession(*Shadow.getTargetDecl()) && Shadow.getDeclContext()->getRedeclContext()->isFileContext())
    Session.Shadows[Shadow.getTargetDecl()->getCanonicalDecl()].push_back(&Shadow);
}

void UsingDeclarations::redirect(const NamedDecl &Old, NamedDecl &New) {
  auto Found = Session.Shadows.find(Old.getCanonicalDecl());
  if (Found == Session.Shadows.end() || isa<NamespaceDecl, UsingShadowDecl>(New))
    return;
  auto Shadows = std::move(Found->second);
  Session.Shadows.erase(Found);
  for (UsingShadowDecl *Shadow : Shadows)
    Shadow->setTargetDecl(&New);
  llvm::append_range(Session.Shadows[New.getCanonicalDecl()], Shadows);
}

} // namespace chv
