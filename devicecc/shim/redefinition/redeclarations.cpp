#include "redefinition/redeclarations.h"
#include "redefinition/library_names.h"
#include "redefinition/reload.h"
#include "redefinition/remaking.h"
#include "redefinition/replacement_rules.h"
#include "redefinition/unchanged_types.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace chv {

using Shape = DeclaredName::Shape;

// A part is told of those that it asks, which stand before it.
struct Redeclarations::Parts {
  explicit Parts(Sema &S)
      : Known(S.getSourceManager()), Names(S.getASTContext(), Known), Text(S.getSourceManager(), S.getLangOpts(), Names), Older(S, Known),
        Specialized(S.getSourceManager(), Known, Names),
        Symbolic(S.getASTContext(), Known), Types(Known), Defaults(Known), Friendly(S.getASTContext(), Known), Using(Known),
        Visible(S, Known, Names, Older, Defaults), Followed(S, Known, Symbolic, Types, Defaults, Friendly, Using),
        Remade(S, Known, Specialized, Symbolic, Types, Followed, Older), Unchanged(S, Known, Names, Text, Visible, Symbolic),
        Reloaded(S, Known, Names, Text, Visible, Followed, Using, Unchanged), Library(S, Names, Visible, Symbolic, Unchanged) {}

  void declared(const DeclContext &Context, NamedDecl &New);
  NamedDecl *replaceHidden(const DeclContext &Context, NamedDecl &New);
  Visibility::Fate keepBeside(NamedDecl &New, HiddenName &Entry);
  void reach(const Token &Next);
  void declareAgain(const DeclaredName &Name);
  void readOlderTypes(const Token &Next);
  void hideFor(const DeclaredName &Name);
  void hideForced();
  void settleHidden(bool AtEnd);

  Cells Known;
  NameLookup Names;
  TextAhead Text;
  OlderDefinitions Older;
  DeclaredSpecializations Specialized;
  Symbols Symbolic;
  OldTypes Types;
  DefaultArguments Defaults;
  Friends Friendly;
  UsingDeclarations Using;
  Visibility Visible;
  Succession Followed;
  Remaking Remade;
  UnchangedTypes Unchanged;
  Reload Reloaded;
  LibraryNames Library;
};

Redeclarations::Redeclarations(Sema &S) : S(S), Its(std::make_unique<Parts>(S)) {}
Redeclarations::~Redeclarations() = default;

llvm::ArrayRef<FunctionDecl *> Redeclarations::standIns() const { return Its->Remade.standIns(); }
void Redeclarations::noteWritten(Decl &Written) { Its->Remade.noteWritten(Written); }
void Redeclarations::setNaming(bool ByVersions) { Its->Symbolic.versions().use(ByVersions); }
const std::vector<Replaced> &Redeclarations::replaced() const { return Its->Followed.replaced(); }
bool Redeclarations::isOfSession(const Decl &D) const { return Its->Known.isOfSession(D); }
bool Redeclarations::isOfSession(SourceLocation Where) const { return Its->Known.isOfSession(Where); }
bool Redeclarations::isFresh(const Decl &D) const { return Its->Known.isFresh(D); }
bool Redeclarations::isOlder(const Decl &D) const { return Its->Known.isOlder(D); }
unsigned Redeclarations::successorOf(const Decl &Type) const { return Its->Types.successorOf(Type); }
bool Redeclarations::hasOldTypes() const { return Its->Types.any(); }
bool Redeclarations::hasInstantiated() const { return Its->Remade.hasInstantiated(); }
unsigned Redeclarations::cellOf(SourceLocation Where) const { return Its->Known.cellOf(Where); }
std::string Redeclarations::fileOf(const Decl &D) const { return Its->Known.fileOf(D.getLocation()).str(); }
const Decl *Redeclarations::newestOf(llvm::StringRef Symbol) const { return Its->Symbolic.newestOf(Symbol); }
void Redeclarations::noteNewest(llvm::StringRef Symbol, const Decl &D) { Its->Symbolic.noteNewest(Symbol, D); }
llvm::ArrayRef<unsigned> Redeclarations::givers() const { return Its->Symbolic.givers(); }
llvm::ArrayRef<NamedDecl *> Redeclarations::replacements() const { return Its->Followed.replacements(); }

void Redeclarations::beginCell(unsigned Number, SourceLocation Begin, bool Typed, unsigned Reading, const std::vector<std::string> &Forced) {
  // The prelude is not the user's.
  if (Number == 0)
    return;
  Its->Known.begin(Number, Begin, Reading);
  Its->Text.beginCell();
  Its->Specialized.beginCell();
  Its->Symbolic.beginCell();
  Its->Defaults.beginCell();
  Its->Visible.beginCell(Forced);
  Its->Followed.beginCell();
  Its->Remade.beginCell();
  Its->Reloaded.beginCell();
  Its->Unchanged.beginCell();
  Its->Older.beginCell();
  Its->Library.beginCell(Typed);
}

void Redeclarations::included(llvm::StringRef File) { Its->Library.included(File); }
void Redeclarations::enter(SourceLocation Begin) { Its->Reloaded.enter(Begin); }
void Redeclarations::macroDefined(const Token &Name) { Its->Reloaded.noteMacro(Name); }
bool Redeclarations::hasHiddenForGood() const { return Its->Reloaded.hasHidden(); }

void Redeclarations::beforeDeclaration(const Token &First) {
  const SourceManager &Sources = S.getSourceManager();
  SourceLocation Start = Sources.getExpansionLoc(First.getLocation());
  if (!Its->Known.any() || Start.isInvalid() || Start < Its->Known.start() || Sources.isInSystemHeader(Start))
    return;
  Its->Text.beginDeclaration(Start);
  for (const DeclaredName &Name : Its->Text.members())
    Its->Reloaded.forgetMacro(Name.Name, Its->Text.locationOf(Name.Name));
  Its->reach(First);
  Its->hideForced();
  Its->readOlderTypes(First);
}

bool Redeclarations::watch(const Token &Next) {
  Its->reach(Next);
  Its->readOlderTypes(Next);
  return Its->Specialized.reach(Next);
}

// What is defined once more and stays what it is, is not defined.
void Redeclarations::Parts::readOlderTypes(const Token &Next) {
  if (SourceLocation Closer = Unchanged.readAsDeclared(); Closer.isValid())
    Specialized.forget(Closer);
  Unchanged.skipOutside(Next);
}

// Members of a namespace are declared one after the other too: `namespace a { int f(); int g = f(); int f() { return 2; } }`. What stands before one that is
// declared again means the older one.
void Redeclarations::Parts::reach(const Token &Next) {
  const char *Place = Text.placeOf(Next);
  if (!Place)
    return;
  Unchanged.awaitOutside(Place);
  std::vector<DeclaredName> Reached = Text.takeReached(Place);
  if (Reached.empty())
    return;
  settleHidden(/*AtEnd=*/false);
  // While the older enum is there.
  for (const DeclaredName &Name : Reached)
    if (Name.What == Shape::UsingEnum)
      Visible.hideEnumerators(Name);
  for (const DeclaredName &Name : Reached) {
    Reloaded.reopen(Name);
    declareAgain(Name);
  }
  hideForced();
}

void Redeclarations::Parts::declareAgain(const DeclaredName &Name) {
  if (Name.Specialization && !Name.After.empty())
    Specialized.await(Name, Text.locationOf(Name.Closer), Text.locationOf(Name.After));
  DeclaredName Taken = Name;
  bool Declares = Name.What == Shape::Forward || Name.What == Shape::Call || Name.What == Shape::Extern;
  if (Declares && Names.isOlderAround(Name))
    Taken.What = Unchanged.definedBehind(Name).value_or(Name.What);
  hideFor(Taken);
  if (Text.isQualified(Name))
    Visible.hideForUsing(Name);
  Unchanged.await(Name);
}

void Redeclarations::Parts::hideFor(const DeclaredName &Name) {
  Library.hideFor(Name);
  Visible.hideFor(Name);
}

// A macro may make a name of the library too: `#define MAKE(name) int name = 1;`, and then `MAKE(index)`.
void Redeclarations::Parts::hideForced() {
  for (const std::string &Name : Visible.forced())
    for (Shape What : {Shape::Function, Shape::Object, Shape::Type})
      hideFor({What, {}, Name});
}

void Redeclarations::Parts::settleHidden(bool AtEnd) {
  Visible.settle(AtEnd, [this](NamedDecl &Old, NamedDecl &New) { Reloaded.drop(Old, New); });
}

void Redeclarations::AddedVisibleDecl(const DeclContext *Context, const Decl *D) {
  if (!Its->Visible.isRestoring() && isa<NamedDecl>(D) && !isa<BaseUsingDecl>(D) && Its->Known.any())
    Its->declared(*Context, const_cast<NamedDecl &>(cast<NamedDecl>(*D)));
}

// A context has `New` now, which is found there.
void Redeclarations::Parts::declared(const DeclContext &Context, NamedDecl &New) {
  Reloaded.note(New);
  if (isa<UsingDirectiveDecl>(New))
    return;
  if (auto *Shadow = dyn_cast<UsingShadowDecl>(&New))
    Using.note(*Shadow);
  Names.note(New);
  Friendly.note(New);
  bool Again = New.getCanonicalDecl() != &New;
  if (Again)
    passTag(New);
  if (auto *Variable = dyn_cast<VarDecl>(&New); Variable && Variable->isLocalExternDecl() && Variable->hasAttr<CUDASharedAttr>())
    Visible.noteShared(*Variable);
  Visible.hideFriends(Context, New);
  Reloaded.hideGuides(Context, New);
  NamedDecl *Before = replaceHidden(Context, New);
  Unchanged.noteChange(New, Before);
  bool InItsOwn = Context.getPrimaryContext() == contextOf(New);
  if (!Again && !Before && InItsOwn && Followed.hasRetired(New.getDeclName()) && Known.isFresh(New))
    isUnfinished(New) ? Followed.decideLater(nullptr, New) : Followed.resume(New);
}

// Which of the hidden ones does it replace? Functions of another signature come back before a body is parsed. Gives the last one that it replaces, or null.
NamedDecl *Redeclarations::Parts::replaceHidden(const DeclContext &Context, NamedDecl &New) {
  using Fate = Visibility::Fate;
  NamedDecl *Before = nullptr;
  Visible.decide([&](HiddenName &Entry) {
    if (Entry.Replaced || Entry.Old->getDeclName() != New.getDeclName() ||
        (aroundUnnamed(Entry.Context) != aroundUnnamed(&Context) && !(hasPlainSymbol(New) && hasPlainSymbol(*Entry.Old))))
      return Fate::StaysHidden;
    if (Entry.OfLibrary)
      return Library.settle(Entry, New);
    bool Differs = false;
    if (!isUnfinished(New) && !replaces(New, *Entry.Old, Differs))
      return keepBeside(New, Entry);
    Entry.Replaced = true;
    Before = Entry.Old;
    if (isUnfinished(New))
      Followed.decideLater(Entry.Old, New);
    else
      Followed.replace(New, *Entry.Old, Differs || contextOf(New) != contextOf(*Entry.Old));
    return Fate::StaysHidden;
  });
  return Before;
}

// `New` has the name of something hidden and does not replace that.
Visibility::Fate Redeclarations::Parts::keepBeside(NamedDecl &New, HiddenName &Entry) {
  // `using a::f;` brings several in. Another one of those may replace it.
  if (isa<UsingShadowDecl>(New)) {
    if (Reloaded.isGone(*Entry.Old, New))
      Entry.Behind = &New;
    return Visibility::Fate::StaysHidden;
  }
  // Beside `__device__ int f()`, which took the place of `__host__ __device__ int f()`, `int f()` takes that one's place on the host; and the reverse.
  FunctionDecl *Function = functionOf(New), *Beside = functionOf(*Entry.Old);
  bool OtherTypes = false;
  if (Function && Beside && sameParameters(*Function, *Beside, OtherTypes) && onOtherSide(*Function, *Beside))
    Followed.provide(New);
  if (!Reloaded.isGone(*Entry.Old, New))
    return Visibility::Fate::Returns;
  Entry.Replaced = true;
  Reloaded.drop(*Entry.Old, New);
  return Visibility::Fate::StaysHidden;
}

void Redeclarations::AddedCXXTemplateSpecialization(const ClassTemplateDecl *Template, const ClassTemplateSpecializationDecl *D) {
  Its->Remade.note(*Template, const_cast<ClassTemplateSpecializationDecl &>(*D));
}

void Redeclarations::AddedCXXTemplateSpecialization(const VarTemplateDecl *Template, const VarTemplateSpecializationDecl *D) {
  Its->Remade.note(*Template, const_cast<VarTemplateSpecializationDecl &>(*D));
}

void Redeclarations::AddedCXXTemplateSpecialization(const FunctionTemplateDecl *, const FunctionDecl *D) {
  Its->Remade.note(const_cast<FunctionDecl &>(*D));
}

void Redeclarations::afterDeclaration() {
  Its->settleHidden(/*AtEnd=*/true);
  Its->Text.endDeclaration();
  Its->Unchanged.endDeclaration();
  Its->Followed.afterDeclaration();
  Its->Older.afterDeclaration([this](NamedDecl *Old, NamedDecl &New, QualType Type) {
    if (Old)
      Its->Followed.note(*Old, New, /*Followed=*/true);
    Its->Remade.noteDefined(New, Type);
  });
  Its->Remade.afterDeclaration();
}

void Redeclarations::endCell(SourceLocation End) {
  Its->Symbolic.shareLinkage();
  Its->Remade.followTemplates(End);
  Its->Older.endCell(End, [this](NamedDecl *, NamedDecl &New, QualType Type) { Its->Remade.noteDefined(New, Type); });
  Its->Followed.compareReturnTypes(End);
  Its->Symbolic.shareLinkage();
  Its->Reloaded.endCell();
  Its->Followed.forgetDeclarations();
}

} // namespace chv
