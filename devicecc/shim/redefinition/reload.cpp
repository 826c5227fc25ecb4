#include "redefinition/reload.h"
#include "redefinition/conditional_text.h"
#include "redefinition/replacement_rules.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace chv {

using Shape = DeclaredName::Shape;

static DeclContext *homeOf(const NamedDecl &D) { return const_cast<DeclContext *>(contextOf(D)); }

void Reload::note(NamedDecl &New) {
  const DeclContext *Lexical = New.getLexicalDeclContext()->getRedeclContext();
  bool Implicit = New.isImplicit() && !isa<UsingShadowDecl>(New);
  if (!New.getDeclName() || Implicit || isFoundByClass(New) || !homeOf(New)->isFileContext() || !Lexical->isFileContext() || !Known.isFresh(New))
    return;
  if (llvm::StringRef File = Known.fileOf(New.getLocation()); !File.empty())
    Session.OfFiles[File].push_back(&New);
}

void Reload::noteMacro(const Token &Name) {
  if (!Known.any() || !Known.isOfSession(Name.getLocation()))
    return;
  if (llvm::StringRef File = Known.fileOf(Name.getLocation()); !File.empty())
    Session.Macros[File].push_back(Name.getIdentifierInfo());
}

void Reload::enter(SourceLocation Begin) {
  // What other parts of the same text declare is not known yet.
  if (!Known.any() || !Known.isOfSession(Begin) || Known.isStartOfPart(Begin))
    return;
  forgetMacros(Begin);
  auto Found = Session.OfFiles.find(Known.fileOf(Begin));
  auto isOlder = [&](const NamedDecl *Old) { return Known.isOfOlderText(Old->getLocation(), Begin); };
  if (Found == Session.OfFiles.end() || llvm::none_of(Found->second, isOlder))
    return;
  Entered &File = Cell.Again.emplace_back();
  File.Begin = Begin;
  readAhead(File);
  hideGone(File, [&](NamedDecl &Old) { return isDeclaredIn(Old, File); });
}

// Finds too much where `#if` chooses: what is left then goes at the end of the cell.
void Reload::readAhead(Entered &File) {
  const SourceManager &Sources = S.getSourceManager();
  llvm::StringRef Whole = Sources.getBufferData(Sources.getFileID(File.Begin));
  for (Branch Kept : {Branch::First, Branch::Last}) {
    File.Texts.push_back(withBranches(Whole, Kept));
    if (Kept == Branch::Last && File.Texts.back() == File.Texts.front())
      return;
    for (DeclaredName &Now : Text.declaredIn(File.Texts.back()))
      File.Declared[Names.nameOf(Now.Name)].push_back(std::move(Now));
  }
}

// Is each of its declarations of a text that a newer one has taken the place of? A namespace that another file opens too is there still.
bool Reload::isOfOlderTexts(const NamedDecl &Old) const {
  return llvm::all_of(Old.redecls(), [&](const Decl *D) {
    return llvm::any_of(Cell.Again, [&](const Entered &File) { return Known.isOfOlderText(D->getLocation(), File.Begin); });
  });
}

// It is visible, and older.
bool Reload::mayBeGone(const NamedDecl &Old) const {
  return Known.isOlder(Old) && llvm::is_contained(homeOf(Old)->lookup(Old.getDeclName()), &Old) && isOfOlderTexts(Old);
}

// Does the newer text seem to declare it?
bool Reload::isDeclaredIn(const NamedDecl &Old, const Entered &File) const {
  DeclarationName Name = Old.getDeclName();
  // What is still said is said again.
  if (isa<UsingDirectiveDecl>(Old))
    return false;
  auto *Shadow = dyn_cast<UsingShadowDecl>(&Old);
  auto *OfEnum = Shadow ? dyn_cast<UsingEnumDecl>(Shadow->getIntroducer()) : nullptr;
  if (OfEnum)
    Name = OfEnum->getEnumDecl()->getDeclName();
  // `V(int) -> V<float>;` is named after its template.
  bool Guide = Name.getNameKind() == DeclarationName::CXXDeductionGuideName;
  if (Guide)
    Name = Name.getCXXDeductionGuideTemplate()->getDeclName();
  auto Found = File.Declared.find(Name);
  return Found != File.Declared.end() && llvm::any_of(Found->second, [&](const DeclaredName &Now) {
    if (OfEnum || Now.What == Shape::UsingEnum)
      return OfEnum && Now.What == Shape::UsingEnum;
    return !Now.Specialization && (Now.What == Shape::Guide) == Guide && Names.find(Now.Path) == homeOf(Old);
  });
}

// Has it been declared again, or has it as a part of what has been?
bool Reload::isDeclaredAgain(const NamedDecl &Old) const {
  auto isFresh = [this](const Decl *D) { return Known.isFresh(*D); };
  if (llvm::any_of(Old.redecls(), isFresh) || isa<UsingShadowDecl>(Old))
    return true;
  const auto *Enum = dyn_cast<EnumDecl>(Old.getDeclContext());
  const TypedefNameDecl *Alias = Enum ? Enum->getTypedefNameForAnonDecl() : nullptr;
  return Enum && (llvm::any_of(Enum->redecls(), isFresh) || (Alias && llvm::any_of(Alias->redecls(), isFresh)));
}

void Reload::hideGone(const Entered &File, llvm::function_ref<bool(NamedDecl &)> IsStill) {
  Members &All = Session.OfFiles[Known.fileOf(File.Begin)];
  Members Gone;
  llvm::copy_if(All, std::back_inserter(Gone), [&](NamedDecl *Old) { return mayBeGone(*Old) && !IsStill(*Old); });
  // What has been replaced by now is not asked for again.
  llvm::erase_if(All, [&](NamedDecl *Old) {
    return llvm::is_contained(Gone, Old) || (Known.isOlder(*Old) && !llvm::is_contained(homeOf(*Old)->lookup(Old->getDeclName()), Old));
  });
  llvm::for_each(Gone, [this](NamedDecl *Old) { hide(*Old); });
}

void Reload::hide(NamedDecl &Old) {
  Cell.HasHidden = true;
  Visible.hideForGood(*homeOf(Old), Old);
  if (isa<UsingDirectiveDecl>(Old))
    return;
  Visible.giveBackOfLibrary(Old.getDeclName());
  Unchanged.noteGone(Old);
  if (isa<UsingShadowDecl>(Old))
    return;
  Followed.noteGone(Old);
  if (isa<NamespaceDecl>(Old))
    Session.Spaces.push_back(&Old);
  else
    Followed.retire(Old, Old);
}

void Reload::reopen(const DeclaredName &Name) {
  if (Name.What != Shape::Namespace || Session.Spaces.empty())
    return;
  DeclContext *Home = Names.find(Name.Path);
  DeclarationName Declared = Names.nameOf(Name.Name);
  auto Found = llvm::find_if(Session.Spaces, [&](NamedDecl *Old) { return homeOf(*Old) == Home && Old->getDeclName() == Declared; });
  if (Found == Session.Spaces.end())
    return;
  Visible.show(*Home, **Found);
  Session.Spaces.erase(Found);
}

void Reload::forgetMacros(SourceLocation Begin) {
  auto Found = Session.Macros.find(Known.fileOf(Begin));
  if (Found == Session.Macros.end())
    return;
  Preprocessor &PP = S.getPreprocessor();
  for (IdentifierInfo *Name : std::exchange(Found->second, {})) {
    const MacroInfo *Macro = PP.getMacroInfo(Name);
    if (!Macro || Known.fileOf(Macro->getDefinitionLoc()) != Found->first())
      continue;
    if (Known.isOfOlderText(Macro->getDefinitionLoc(), Begin))
      undefine(*Name, Begin);
    else
      Found->second.push_back(Name);
  }
}

void Reload::forgetMacro(llvm::StringRef Name, SourceLocation Where) {
  Preprocessor &PP = S.getPreprocessor();
  IdentifierInfo *Identifier = &PP.getIdentifierTable().get(Name);
  const MacroInfo *Macro = PP.getMacroInfo(Identifier);
  if (Macro && Known.isOfSession(Macro->getDefinitionLoc()) && Known.isOfOlderText(Macro->getDefinitionLoc(), Where))
    undefine(*Identifier, Where);
}

void Reload::undefine(IdentifierInfo &Name, SourceLocation Where) {
  Preprocessor &PP = S.getPreprocessor();
  Cell.HasHidden = true;
  Token Undefined;
  Undefined.startToken();
  Undefined.setKind(tok::identifier);
  Undefined.setIdentifierInfo(&Name);
  Undefined.setLocation(Where);
  auto *Directive = new (PP.getPreprocessorAllocator()) UndefMacroDirective(Where);
  if (PPCallbacks *Callbacks = PP.getPPCallbacks())
    Callbacks->MacroUndefined(Undefined, PP.getMacroDefinition(&Name), Directive);
  PP.appendMacroDirective(&Name, Directive);
}

bool Reload::isGone(NamedDecl &Old, NamedDecl &New) const {
  return functionOf(*New.getUnderlyingDecl()) && functionOf(*Old.getUnderlyingDecl()) && !isFoundByClass(Old) &&
         Known.isOfOlderText(Old.getLocation(), New.getLocation());
}

void Reload::drop(NamedDecl &Old, NamedDecl &New) {
  Followed.retire(Old, New);
  Using.redirect(Old, New);
  Cell.Dropped.push_back({&Old, &New});
}

void Reload::hideGuides(const DeclContext &Context, NamedDecl &New) {
  auto *Template = dyn_cast<ClassTemplateDecl>(&New);
  if (!Template || !Known.isFresh(New))
    return;
  llvm::SmallVector<NamedDecl *, 2> Old;
  for (NamedDecl *D : Context.lookup(S.getASTContext().DeclarationNames.getCXXDeductionGuideName(Template)))
    if (Known.isOlder(*D) && !D->isImplicit() && Known.isOfOlderText(D->getLocation(), New.getLocation()))
      Old.push_back(D);
  for (NamedDecl *D : Old)
    Visible.hideForGood(const_cast<DeclContext &>(Context), *D);
}

void Reload::endCell() {
  for (const Entered &File : Cell.Again)
    hideGone(File, [this](NamedDecl &Old) { return isDeclaredAgain(Old); });
  for (auto [Old, New] : std::exchange(Cell.Dropped, {}))
    if (!Followed.isReplaced(*Old))
      Followed.note(*Old, *New, /*Followed=*/false);
}

} // namespace chv
