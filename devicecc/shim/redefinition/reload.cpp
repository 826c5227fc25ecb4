#include "redefinition/reload.h"
#include "redefinition/replacement_rules.h"
#include "clang/AST/DeclLookups.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace chv {

void Reload::forgetMacro(llvm::StringRef Name, SourceLocation Where) {
  Preprocessor &PP = S.getPreprocessor();
  IdentifierInfo *Identifier = &PP.getIdentifierTable().get(Name);
  const MacroInfo *Macro = PP.getMacroInfo(Identifier);
  if (!Macro || !Known.isOfSession(Macro->getDefinitionLoc()) || !Known.isOfOlderText(Macro->getDefinitionLoc(), Where))
    return;
  Token Undefined;
  Undefined.startToken();
  Undefined.setKind(tok::identifier);
  Undefined.setIdentifierInfo(Identifier);
  Undefined.setLocation(Where);
  auto *Directive = new (PP.getPreprocessorAllocator()) UndefMacroDirective(Where);
  if (PPCallbacks *Callbacks = PP.getPPCallbacks())
    Callbacks->MacroUndefined(Undefined, PP.getMacroDefinition(Identifier), Directive);
  PP.appendMacroDirective(Identifier, Directive);
}

// Is it declared there, or in an inline namespace of it?
static bool isIn(const NamedDecl &D, const DeclContext &Context) {
  const DeclContext *Own = contextOf(D);
  while (Own != &Context && Own->isInlineNamespace())
    Own = Own->getParent()->getRedeclContext()->getPrimaryContext();
  return Own == &Context;
}

bool Reload::isGone(NamedDecl &Old, NamedDecl &New) const {
  return functionOf(*New.getUnderlyingDecl()) && functionOf(*Old.getUnderlyingDecl()) && !isFoundByClass(Old) && Known.isOfOlderText(Old, New);
}

bool Reload::mayBeGone(const NamedDecl &Old, const NamedDecl &New) const {
  return Known.isOlder(Old) && !isa<BaseUsingDecl>(Old) && !isFoundByClass(Old) && !isFoundByClass(New) && Known.isOfOlderText(Old, New);
}

void Reload::drop(NamedDecl &Old, NamedDecl &New) {
  Followed.retire(Old, New);
  Using.redirect(Old, New);
  Cell.Dropped.push_back({&Old, &New});
}

void Reload::hideAndDrop(const Found &All) {
  for (const InTheWay &Entry : All)
    if (!Visible.isHidden(*Entry.Old)) {
      Visible.hideForGood(*Entry.In, *Entry.Old);
      drop(*Entry.Old, *Entry.New);
    }
}

void Reload::makeWayFor(const DeclContext &Context, NamedDecl &New) {
  hideAndDrop(findBeside(Context, New));
  hideGuides(Context, New);
  hideAndDrop(findElsewhere(New));
}

// The file has it in a namespace now, and had it where it says `using namespace`: `int x; using namespace a;`, and now
// `namespace a { int x; } using namespace a;`.
void Reload::makeWayFor(const UsingDirectiveDecl &Directive) {
  const DeclContext *Saying = Directive.getDeclContext()->getRedeclContext();
  if (!Saying->isFileContext() || !Known.isFresh(Directive))
    return;
  Spaces Opened, Around;
  addOpened(*Directive.getNominatedNamespace(), Opened);
  addOpened(*Saying, Around);
  Found All;
  auto addFor = [&](NamedDecl &New) {
    for (const DeclContext *In : Around)
      if (!Opened.contains(In))
        for (NamedDecl *Old : In->lookup(New.getDeclName()))
          if (mayBeGone(*Old, New) && isIn(*Old, *In) && !Opened.contains(contextOf(*Old)) &&
              llvm::none_of(All, [Old](const InTheWay &Entry) { return Entry.Old == Old; }))
            All.push_back({const_cast<DeclContext *>(In), Old, &New});
  };
  for (const DeclContext *Space : Opened)
    for (auto Declared : Space->noload_lookups(/*PreserveInternalState=*/false))
      for (NamedDecl *New : Declared)
        if (Known.isFresh(*New) && !isa<UsingDirectiveDecl>(New))
          addFor(*New);
  hideAndDrop(All);
}

// The reverse: the file had it in a namespace that it opened by `using namespace`, or that is unnamed or inline, and has it around that now.
// `namespace a { int x; } using namespace a;`, and now `int x;`.
Reload::Found Reload::findBeside(const DeclContext &Context, NamedDecl &New) const {
  const DeclContext *Own = contextOf(New);
  if (!Context.isFileContext() || Context.getPrimaryContext() != Own || New.getCanonicalDecl() != &New || !Known.isFresh(New))
    return {};
  const DeclContext *Around = aroundUnnamed(Own);
  // Functions, variables and types that move between those are known before they are read.
  Spaces Searched;
  if (isa<NamespaceDecl>(New))
    Searched.insert(Around);
  for (const UsingDirectiveDecl *Directive : Around->using_directives()) {
    const NamespaceDecl *Space = Directive->getNominatedNamespace();
    if (!Space->isAnonymousNamespace() ? Known.isOlder(*Directive) : isa<NamespaceDecl>(New))
      addOpened(*Space, Searched);
  }
  Found All;
  for (const DeclContext *In : Searched)
    if (In != Own)
      for (NamedDecl *Old : In->lookup(New.getDeclName()))
        if (mayBeGone(*Old, New) && isIn(*Old, *In) && contextOf(*Old) != Own)
          All.push_back({const_cast<DeclContext *>(In), Old, &New});
  return All;
}

// Has the newer text declared it already, or does it so later?
bool Reload::isInNewerText(const NamedDecl &Old, const NamedDecl &New) const {
  return llvm::any_of(Old.redecls(), [this](const Decl *D) { return Known.isFresh(*D); }) ||
         llvm::any_of(Text.later(New.getName()), [&](const DeclaredName &Later) { return Names.find(Later.Path) == contextOf(Old); });
}

// The file had it in one namespace, has it not there any more, and has it in another now: it would hide that, or be found by the types of arguments.
// `namespace a { void f(S); }`, and now `namespace b { void f(S); }`.
Reload::Found Reload::findElsewhere(NamedDecl &New) {
  if (!Known.isFresh(New) || New.getCanonicalDecl() != &New || !New.getIdentifier() || isa<UsingShadowDecl>(New) || !contextOf(New)->isFileContext() ||
      !Text.isReading())
    return {};
  Found All;
  for (NamedDecl *Old : Names.inNamespaces(New.getDeclName()))
    if (mayBeGone(*Old, New) && contextOf(*Old) != contextOf(New)) {
      Text.readAhead(Text.begin());
      if (!isInNewerText(*Old, New))
        All.push_back({const_cast<DeclContext *>(contextOf(*Old)), Old, &New});
    }
  return All;
}

// Guides to a class template that the file had, whatever becomes of the template: those that it still has are declared again. `V(int) -> V<float>;`.
void Reload::hideGuides(const DeclContext &Context, NamedDecl &New) {
  auto *Template = dyn_cast<ClassTemplateDecl>(&New);
  if (!Template || !Known.isFresh(New))
    return;
  llvm::SmallVector<NamedDecl *, 2> Old;
  for (NamedDecl *D : Context.lookup(S.getASTContext().DeclarationNames.getCXXDeductionGuideName(Template)))
    if (Known.isOlder(*D) && !D->isImplicit() && Known.isOfOlderText(*D, New))
      Old.push_back(D);
  for (NamedDecl *D : Old)
    Visible.hideForGood(const_cast<DeclContext &>(Context), *D);
}

void Reload::endCell() {
  for (auto [Old, New] : std::exchange(Cell.Dropped, {}))
    if (!Followed.isReplaced(*Old))
      Followed.note(*Old, *New, /*Followed=*/false);
}

} // namespace chv
