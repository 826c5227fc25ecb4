#include "redefinition/declared_specializations.h"
#include "redefinition/template_instances.h"

using namespace clang;

namespace chv {

void DeclaredSpecializations::await(const DeclaredName &Name, SourceLocation Closer, SourceLocation After) {
  DeclContext *Context = Name.What == DeclaredName::Shape::Function ? nullptr : Names.find(Name.Path);
  if (!Context)
    return;
  for (NamedDecl *D : Context->lookup(Names.nameOf(Name.Name)))
    if (isa<ClassTemplateDecl, VarTemplateDecl>(D))
      for (RedeclarableTemplateDecl *Template : templatesFrom(cast<RedeclarableTemplateDecl>(*D)))
        Declaration.Awaited.emplace_back(*Template, Closer, After);
}

void DeclaredSpecializations::forget(SourceLocation Closer) {
  llvm::erase_if(Declaration.Awaited, [&](const DeclaredSpecialization &Entry) { return Entry.isClosedAt(Closer); });
}

bool DeclaredSpecializations::reach(const Token &Next) {
  if (Declaration.Awaited.empty())
    return false;
  SourceLocation Where = Sources.getExpansionLoc(Next.getLocation());
  if (Where.isInvalid())
    return false;
  // Two of one cell are a mistake, as in a file.
  for (DeclaredSpecialization &Entry : Declaration.Awaited)
    Entry.reach(Where, [this](const NamedDecl &Special) { return isWritten(Special) && Known.isFresh(Special); });
  return Next.isOneOf(tok::greatergreater, tok::greatergreatergreater) &&
         llvm::any_of(Declaration.Awaited, [&](const DeclaredSpecialization &Entry) { return Entry.isClosedAt(Next.getLocation()); });
}

void DeclaredSpecializations::note(const RedeclarableTemplateDecl &Template, NamedDecl &Special) {
  // What is older is an instance of an older template.
  if (!Known.isFresh(Special))
    return;
  Declaration.Found.New.push_back(&Special);
  for (DeclaredSpecialization &Entry : Declaration.Awaited)
    if (Entry.hides(Template))
      return Entry.settle(Special, [&](NamedDecl &Old) { Declaration.Found.Replaced.push_back({&Old, &Special}); });
}

DeclaredSpecializations::Settled DeclaredSpecializations::settle() {
  for (DeclaredSpecialization &Entry : Declaration.Awaited)
    Entry.giveBack();
  Declaration.Awaited.clear();
  Settled Found = std::exchange(Declaration.Found, {});
  llvm::erase_if(Found.New, [](const NamedDecl *D) { return !isWritten(*D) || D->isInvalidDecl(); });
  return Found;
}

} // namespace chv
