// Names that are found where they are not declared: `using` brings them in, `using namespace` opens their namespace, or that is inline or unnamed.
#include "redefinition/redeclarations.h"
#include "clang/AST/DeclLookups.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace chv {

using Shape = DeclaredName::Shape;

// What `using` is about to bring in may not share its name with an older type, nor with `using enum` of one.
void Redeclarations::hideForUsing(const DeclaredName &Name) {
  bool Brought = Name.What == Shape::Object && !Name.Qualifiers && !Name.Specialization && Name.Name.begin() - Current.Text.begin() > 2 &&
                 llvm::StringRef(Name.Name.begin() - 2, 2) == "::";
  DeclContext *Context = Brought ? find(Name.Path) : nullptr;
  if (!Context)
    return;
  llvm::SmallVector<NamedDecl *, 2> Tags;
  for (NamedDecl *D : Context->lookup(nameOf(Name.Name)))
    if (isa<TagDecl, UsingEnumDecl>(D) && isOlder(*D))
      Tags.push_back(D);
  for (NamedDecl *D : Tags)
    hide(*Context, *D);
}

const DeclContext *aroundUnnamed(const DeclContext *Context) {
  auto *Space = dyn_cast<NamespaceDecl>(Context);
  for (; Space && (Space->isAnonymousNamespace() || Space->isInline()); Space = dyn_cast<NamespaceDecl>(Context))
    Context = Context->getParent();
  return Context->getPrimaryContext();
}

void addOpened(const DeclContext &From, Spaces &Found, bool OnlyUnnamed) {
  if (!Found.insert(From.getPrimaryContext()))
    return;
  for (const UsingDirectiveDecl *Directive : From.getPrimaryContext()->using_directives())
    if (!OnlyUnnamed || Directive->getNominatedNamespace()->isAnonymousNamespace())
      addOpened(*Directive->getNominatedNamespace(), Found, OnlyUnnamed);
}

// Is it declared there, or in an inline namespace of it?
static bool isIn(const NamedDecl &D, const DeclContext &Context) {
  const DeclContext *Own = contextOf(D);
  while (Own != &Context && Own->isInlineNamespace())
    Own = Own->getParent()->getRedeclContext()->getPrimaryContext();
  return Own == &Context;
}

// May an edited file have left `Old` for `New`?
bool Redeclarations::isLeft(NamedDecl &Old, const NamedDecl &New) const {
  return isOlder(Old) && !isa<BaseUsingDecl>(Old) && !isFoundByClass(Old) && !isFoundByClass(New) && isOfOlderText(Old, New);
}

// What an edited file has in a namespace now, and had where it says `using namespace`, would be ambiguous.
void Redeclarations::leaveBehindFor(const UsingDirectiveDecl &Directive) {
  const DeclContext *Saying = Directive.getDeclContext()->getRedeclContext();
  if (!Saying->isFileContext() || !isFresh(Directive))
    return;
  Spaces Opened, Around;
  addOpened(*Directive.getNominatedNamespace(), Opened);
  addOpened(*Saying, Around);
  llvm::SmallVector<std::tuple<DeclContext *, NamedDecl *, NamedDecl *>, 4> Found;
  auto addFor = [&](NamedDecl &Now) {
    for (const DeclContext *In : Around)
      if (!Opened.contains(In))
        for (NamedDecl *Old : In->lookup(Now.getDeclName()))
          if (isLeft(*Old, Now) && isIn(*Old, *In) && !Opened.contains(contextOf(*Old)) &&
              llvm::none_of(Found, [Old](auto &Entry) { return std::get<1>(Entry) == Old; }))
            Found.push_back({const_cast<DeclContext *>(In), Old, &Now});
  };
  for (const DeclContext *Space : Opened)
    for (auto Names : Space->noload_lookups(/*PreserveInternalState=*/false))
      for (NamedDecl *Now : Names)
        if (isFresh(*Now) && !isa<UsingDirectiveDecl>(Now))
          addFor(*Now);
  for (auto [In, Old, Now] : Found)
    leaveBehind(*In, *Old, *Now);
}

void Redeclarations::leaveBehind(DeclContext &In, NamedDecl &Old, NamedDecl &New) {
  if (llvm::any_of(HiddenNow, [&](const Hidden &Entry) { return Entry.Old == &Old; }))
    return;
  hide(In, Old);
  HiddenNow.back().Replaced = true;
  leave(Old, New);
}

void Redeclarations::leave(NamedDecl &Old, NamedDecl &New) {
  retire(Old, New);
  passBrought(Old, New);
  LeftBehind.push_back({&Old, &New});
}

// The reverse: what an edited file had in a namespace that it opened by `using namespace`, or that is unnamed or inline, and has around that now.
void Redeclarations::leaveBehindBeside(const DeclContext &Context, NamedDecl &New) {
  const DeclContext *Own = contextOf(New);
  if (!Context.isFileContext() || Context.getPrimaryContext() != Own || New.getCanonicalDecl() != &New || !isFresh(New))
    return;
  const DeclContext *Around = aroundUnnamed(Own);
  // Functions, variables and types that move between those are known before they are read.
  Spaces Searched;
  if (isa<NamespaceDecl>(New))
    Searched.insert(Around);
  for (const UsingDirectiveDecl *Directive : Around->using_directives()) {
    const NamespaceDecl *Space = Directive->getNominatedNamespace();
    if (!Space->isAnonymousNamespace() ? isOlder(*Directive) : isa<NamespaceDecl>(New))
      addOpened(*Space, Searched);
  }
  llvm::SmallVector<std::pair<DeclContext *, NamedDecl *>, 4> Found;
  for (const DeclContext *In : Searched)
    if (In != Own)
      for (NamedDecl *Old : In->lookup(New.getDeclName()))
        if (isLeft(*Old, New) && isIn(*Old, *In) && contextOf(*Old) != Own)
          Found.push_back({const_cast<DeclContext *>(In), Old});
  for (auto [In, Old] : Found)
    leaveBehind(*In, *Old, New);
}

// What an edited file had in one namespace, has not there any more, and has in another now, would hide that, or be found by the types of arguments.
void Redeclarations::leaveBehindElsewhere(NamedDecl &New) {
  if (!isFresh(New) || New.getCanonicalDecl() != &New || !New.getIdentifier() || isa<UsingShadowDecl>(New) || !contextOf(New)->isFileContext() ||
      Current.Text.empty())
    return;
  auto isHere = [&](const NamedDecl &Old) {
    return llvm::any_of(Old.redecls(), [this](const Decl *D) { return isFresh(*D); }) ||
           llvm::any_of(Ahead.Names.lookup(New.getName()), [&](const DeclaredName &Later) { return find(Later.Path) == contextOf(Old); });
  };
  for (NamedDecl *Old : visibleOf(New.getDeclName()))
    if (isLeft(*Old, New) && contextOf(*Old) != contextOf(New)) {
      readAhead(Current.Text.begin());
      if (!isHere(*Old))
        leaveBehind(const_cast<DeclContext &>(*contextOf(*Old)), *Old, New);
    }
}

// Guides to a class template that an edited file had, whatever becomes of the template: those that it still has are declared again.
void Redeclarations::leaveGuidesBehind(const DeclContext &Context, NamedDecl &New) {
  auto *Template = dyn_cast<ClassTemplateDecl>(&New);
  if (!Template || !isFresh(New))
    return;
  llvm::SmallVector<NamedDecl *, 2> Old;
  for (NamedDecl *D : Context.lookup(S.getASTContext().DeclarationNames.getCXXDeductionGuideName(Template)))
    if (isOlder(*D) && !D->isImplicit() && isOfOlderText(*D, New))
      Old.push_back(D);
  for (NamedDecl *D : Old) {
    hide(const_cast<DeclContext &>(Context), *D);
    HiddenNow.back().Replaced = true;
  }
}

// `using` brings in what a name means now, not what it meant when that was said.
void Redeclarations::noteBrought(UsingShadowDecl &Shadow) {
  if (isOfSession(*Shadow.getTargetDecl()) && Shadow.getDeclContext()->getRedeclContext()->isFileContext())
    Brought[Shadow.getTargetDecl()->getCanonicalDecl()].push_back(&Shadow);
}

void Redeclarations::passBrought(const NamedDecl &Old, NamedDecl &New) {
  auto Known = Brought.find(Old.getCanonicalDecl());
  if (Known == Brought.end() || isa<NamespaceDecl, UsingShadowDecl>(New))
    return;
  auto Shadows = std::move(Known->second);
  Brought.erase(Known);
  for (UsingShadowDecl *Shadow : Shadows)
    Shadow->setTargetDecl(&New);
  llvm::append_range(Brought[New.getCanonicalDecl()], Shadows);
}

} // namespace chv
