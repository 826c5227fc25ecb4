// Lets a cell declare a name anew: the older declarations are hidden from lookup while the new one is parsed, and stay hidden if
// it took their place.
//
// Clang would reject a second definition, and reports it too late to do anything about it. So the names that the next
// declaration is about to declare are read ahead (`declaredNames`), what earlier cells declared under them is hidden, and when
// the new declaration becomes visible it is known which of the hidden ones it replaces: functions of another signature come back
// before a body is parsed. Hidden declarations stay in the AST: older code keeps referring to them.
#pragma once
#include "declared_names.h"
#include "instances.h"
#include "older_definitions.h"
#include "specializations.h"
#include "template_texts.h"
#include "clang/AST/ASTMutationListener.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <optional>
#include <string>
#include <vector>

namespace chv {

// An item of an earlier cell that has a newer version now.
struct Replaced {
  const clang::NamedDecl *Old, *New;
  unsigned Cell;  // of the old one
  bool Followed;  // older code follows to the new one, which has its symbol
};

bool isType(const clang::NamedDecl &D);
// Where older code has the value of a constant of the host built in, which a newer one of another value took the place of: all of it, or device code, which
// has copies of tables.
enum class BuiltIn { Nowhere, InDeviceCode, Everywhere };
BuiltIn builtIn(const clang::NamedDecl &New, const clang::NamedDecl &Old);
// The namespace or class, or the function, whose name it is.
const clang::DeclContext *contextOf(const clang::NamedDecl &D);
// Do both take the same parameters? `Differ`: a type among them has been defined anew.
bool sameParameters(const clang::FunctionDecl &New, const clang::FunctionDecl &Old, bool &Differ);
// The namespace whose names are those of this one too.
const clang::DeclContext *aroundUnnamed(const clang::DeclContext *Context);
using Spaces = llvm::SmallSetVector<const clang::DeclContext *, 8>;
// A namespace, and those whose names are names of it as well: that it has unnamed, that it opens by `using namespace` unless `OnlyUnnamed`, and that these have or open.
void addOpened(const clang::DeclContext &From, Spaces &Found, bool OnlyUnnamed = false);
// The class or enum without a name of its own that this `typedef` names, in symbols too; null if it names none.
clang::TagDecl *namedFor(const clang::NamedDecl &D);
bool isFoundByClass(const clang::NamedDecl &D);
// Is it a function or variable with C's linkage? Its symbol is its name then, in whatever namespace it is.
bool isExternC(const clang::NamedDecl &D);
// Of a template that is only declared: are the default arguments of its parameters written as those of the older one?
bool hasSameDefaults(const DeclaredName &Declared, const clang::TagDecl *Older);
// Is this function compiled for the side that its AST is of?
bool isOfThisSide(const clang::FunctionDecl &Function);

class Redeclarations : public clang::ASTMutationListener {
public:
  explicit Redeclarations(clang::Sema &S) : S(S), Older(S, *this) {}

  // `Begin`: the start of the cell's text; everything of the session that lies before is older. `Forced`: names that are
  // declared anew although no declaration shows it (a macro makes it, say).
  void beginCell(unsigned Number, clang::SourceLocation Begin, bool IsTyped, const std::vector<std::string> &Forced);
  // Called with the parser's token, the first of every top-level declaration, and after each.
  void beforeDeclaration(const clang::Token &First);
  // A directive of the newest cell, or of a header that it includes, names this file.
  void included(llvm::StringRef File) { IncludedNow.insert(File); }
  // Called with each token that is read, the parser's own. True if it closes arguments of a template and has to be read as several, because clang looks beyond it otherwise.
  bool watch(const clang::Token &Next);
  void afterDeclaration();
  // Instances that the newest cell has made in the place of what was specialized explicitly.
  llvm::ArrayRef<clang::FunctionDecl *> standIns() const { return StandInsNow; }
  // Code is about to be generated for what the newest cell has written.
  void noteWritten(clang::Decl &Written) { Texts.note(Written); }
  // Instantiates templates that were replaced as far as the old ones were used, so that older callers follow.
  void endCell(clang::SourceLocation End);

  // Whether specializations are named by their versions: while code is generated, as the mangler knows tags of templates only. When clang
  // parses, each belongs to its template.
  void setNaming(bool ByVersions) { Names.use(ByVersions); }

  const std::vector<Replaced> &replaced() const { return Superseded; }
  // True for what a cell or a file of the user's declares; false for headers of the system.
  bool isOfSession(const clang::Decl &D) const;
  bool isOfSession(clang::SourceLocation Where) const;
  // True if the text of the declaration lies in the newest cell, or if the cell has made it again of a template.
  bool isFresh(const clang::Decl &D) const;
  // Of the session, and not fresh.
  bool isOlder(const clang::Decl &D) const;
  // The cell that defined a type anew; 0 if none did.
  unsigned successorOf(const clang::Decl &Type) const { return Successors.lookup(Type.getCanonicalDecl()); }
  bool hasOldTypes() const { return !Successors.empty(); }
  // Has the newest cell made instances of the session's templates, which are named otherwise than what takes their place?
  bool hasInstantiated() const { return Instantiated; }
  // The cell whose text a location lies in; 0 if in none.
  unsigned cellOf(clang::SourceLocation Where) const;
  // Clang knows the first declaration of a mangled name; this is the newest of a name that was declared anew, or null.
  const clang::Decl *newestOf(llvm::StringRef Symbol) const { return Newest.lookup(Symbol); }
  void noteNewest(llvm::StringRef Symbol, const clang::Decl &D) { Newest[Symbol] = &D; }
  // Cells whose declarations gave the newest cell's the symbols that they have: without them those would have others.
  llvm::ArrayRef<unsigned> givers() const { return GiversNow.getArrayRef(); }
  // Declarations of the newest cell that took an older one's place under the same mangled name.
  llvm::ArrayRef<clang::NamedDecl *> replacements() const { return Replacements; }

private:
  struct Hidden {
    clang::DeclContext *Context;
    clang::NamedDecl *Old;
    clang::NamedDecl *OfC; // its declaration that was also in the table of names with C's linkage; null if none was
    bool Replaced = false;
    bool ByNamespace = false; // that has its name
    clang::NamedDecl *Behind = nullptr; // what a `using` of an edited file brings in, which does not have the old one any more
    bool OfLibrary = false; // not the user's
  };
  // Functions whose return types are known at the end of the cell.
  struct Undeduced {
    clang::FunctionDecl *New;
    const clang::FunctionDecl *Old; // null if it was the same declaration
    clang::QualType Type;           // that it returned then
  };
  // An instance that was made of what is older now, and the cell that made it so.
  struct Dropped {
    clang::ClassTemplateSpecializationDecl *Class;
    unsigned Cell;
  };
  // A declaration of a namespace, and what it took the place of if that was one thing.
  struct Change {
    clang::NamedDecl *New, *Old;
  };
  void AddedVisibleDecl(const clang::DeclContext *Context, const clang::Decl *D) override;
  void AddedCXXTemplateSpecialization(const clang::ClassTemplateDecl *Template, const clang::ClassTemplateSpecializationDecl *D) override;
  void AddedCXXTemplateSpecialization(const clang::VarTemplateDecl *Template, const clang::VarTemplateSpecializationDecl *D) override;
  void AddedCXXTemplateSpecialization(const clang::FunctionTemplateDecl *Template, const clang::FunctionDecl *D) override;
  void awaitSpecialization(const DeclaredName &Name, clang::SourceLocation Closer, clang::SourceLocation After);
  void addSpecialization(const clang::RedeclarableTemplateDecl &Template, clang::NamedDecl &New);
  bool replaceSpecialization(clang::NamedDecl &Old, clang::NamedDecl &New);
  void settleSpecializations();
  void nameSpecialization(clang::ClassTemplateSpecializationDecl &New, bool Replaces);
  void addCovered(clang::NamedDecl &Partial, Declarations &Roots);
  bool covers(clang::NamedDecl &Partial, clang::NamedDecl &Instance);
  void renewMadeOf(Declarations Roots, clang::SourceLocation Where);
  void drop(clang::ClassTemplateSpecializationDecl &Class);
  void renew(clang::VarTemplateSpecializationDecl &Old, clang::SourceLocation Where);
  void renew(clang::FunctionDecl &Old, clang::SourceLocation Where);
  bool canFollow(const clang::FunctionDecl &Function) const;
  void noteReplaced(clang::NamedDecl *Old, clang::NamedDecl &New, clang::QualType Type);
  bool replacesVariable(clang::NamedDecl &New, clang::NamedDecl &Old);
  // Of what has the name of a new declaration and has gone: the version that older code can leave for it, and one that would share a symbol with
  // it; null if there is none.
  struct Retirement {
    clang::NamedDecl *Followed = nullptr, *Collides = nullptr;
  };
  void takePlace(clang::NamedDecl &New, clang::NamedDecl &Old, bool Differs);
  void noteSuccessor(clang::NamedDecl &Old);
  void followFrom(clang::NamedDecl &New, clang::NamedDecl &Like);
  void continueAs(clang::NamedDecl &New, clang::NamedDecl &Like);
  void inheritDefaults(clang::NamedDecl &New, clang::NamedDecl &Old);
  void takeDefaults(clang::NamedDecl &Old, const DeclaredName &Name);
  void takeDefaults(clang::FunctionDecl &Old);
  void settleDefaults();
  void resume(clang::NamedDecl &New);
  void passTag(clang::NamedDecl &Again);
  void noteClass(clang::NamedDecl &D);
  bool isOfOlderText(const clang::NamedDecl &Old, const clang::NamedDecl &New) const;
  bool isLeft(clang::NamedDecl &Old, const clang::NamedDecl &New) const;
  bool isLeftBehind(clang::NamedDecl &Old, clang::NamedDecl &New) const;
  void hideFriends(const clang::DeclContext &Context, clang::NamedDecl &New);
  bool isOfOlderText(clang::SourceLocation Then, clang::SourceLocation Now) const;
  void leaveBehind(clang::DeclContext &In, clang::NamedDecl &Old, clang::NamedDecl &New);
  void leave(clang::NamedDecl &Old, clang::NamedDecl &New);
  void leaveBehindFor(const clang::UsingDirectiveDecl &Directive);
  void leaveBehindBeside(const clang::DeclContext &Context, clang::NamedDecl &New);
  void noteBrought(clang::UsingShadowDecl &Shadow);
  void passBrought(const clang::NamedDecl &Old, clang::NamedDecl &New);
  void leaveBehindElsewhere(clang::NamedDecl &New);
  void leaveGuidesBehind(const clang::DeclContext &Context, clang::NamedDecl &New);
  void forgetMacro(llvm::StringRef Name, clang::SourceLocation Where);
  void keepFriends(clang::NamedDecl &New, const clang::NamedDecl &Old);
  void retire(clang::NamedDecl &Old, const clang::NamedDecl &New);
  Retirement versionLike(clang::NamedDecl &New);
  static bool isUnfinished(const clang::NamedDecl &New);
  void decide();
  void decideBinding(clang::BindingDecl &New, clang::NamedDecl &Old);
  void shareLinkage();
  bool shareSymbol(clang::FunctionDecl &New, const clang::FunctionDecl &Old);
  std::string symbolOf(const clang::NamedDecl &D) const;
  void reach(const clang::Token &Next);
  void declareAgain(const DeclaredName &Name);
  void hideForced();
  void hideForUsing(const DeclaredName &Name);
  Spaces around(const DeclaredName &Name) const;
  bool isOlderAround(const DeclaredName &Name) const;
  clang::SourceLocation placeOf(llvm::StringRef Part) const;
  void settleHidden(bool AtEnd);
  void hideFor(DeclaredName Name);
  clang::TagDecl *olderOf(const DeclaredName &Name) const;
  clang::TagDecl *unchanged(const DeclaredName &Name);
  bool meansTheSame(clang::NamedDecl &Old);
  bool meansTheSame(const class Mentioned &Names, unsigned Cell);
  bool isChange(const Change &Entry);
  bool sameMacros(llvm::StringRef Text, clang::SourceLocation Then) const;
  bool willBeUnchanged(const DeclaredName &Later, const char *Behind);
  void readAhead(const char *Reached);
  bool bringBack(const DeclaredName &Name);
  void keepUnchanged();
  bool hasSpecialsStill(const clang::TagDecl &Old, const DeclaredName &Name);
  bool typesOutsideStay(clang::TagDecl &Class, const DeclaredName &Name);
  clang::TagDecl *unchangedOutside(const DeclaredName &Name);
  void passOutside(const clang::Token &Next);
  void noteChange(clang::NamedDecl &New, clang::NamedDecl *Old);
  llvm::SmallVector<clang::NamedDecl *, 4> visibleOf(clang::DeclarationName Name) const;
  void hideOfC(const DeclaredName &Name);
  bool isOfLibrary(const clang::NamedDecl &D) const;
  bool isOfIncluded(const clang::NamedDecl &D) const;
  bool isInTheWay(const clang::NamedDecl &Old, DeclaredName::Shape New, bool NewTag) const;
  void hideOfLibrary(const DeclaredName &Name);
  void settleOfLibrary(Hidden &Entry, clang::NamedDecl &New);
  void giveUsersSymbol(clang::NamedDecl &New, const clang::NamedDecl &Old);
  void hideAround(const DeclaredName &Name, clang::DeclarationName Declared);
  void hideEnumerators(const DeclaredName &Name);
  // How the text behind a declaration defines what that declares, if it does.
  std::optional<DeclaredName::Shape> definedBehind(const DeclaredName &Declared);
  void hide(clang::DeclContext &Context, clang::NamedDecl &Old);
  void show(Hidden &Entry);
  bool replaces(clang::NamedDecl &New, clang::NamedDecl &Old, bool &Differs);
  void noteReplacement(clang::NamedDecl &New);
  void giveOwnSymbol(clang::NamedDecl &New, const clang::NamedDecl &Old);
  void giveLabel(clang::NamedDecl &Named, llvm::StringRef Tag);
  void giveTag(clang::NamedDecl &Named, llvm::StringRef Tag);
  void labelInstance(clang::NamedDecl &Instance);
  // A tag that no older declaration of the name has.
  std::string nextVersion(const clang::NamedDecl &D);
  void inheritSymbol(clang::NamedDecl &New, const clang::NamedDecl &Old);
  void settleTexts();
  void follow(clang::VarTemplateDecl &New, clang::VarTemplateDecl &Old, clang::SourceLocation End);
  void follow(clang::FunctionTemplateDecl &New, clang::FunctionTemplateDecl &Old, clang::SourceLocation End);
  static llvm::SmallVector<clang::FunctionDecl *, 4> usedInstances(clang::FunctionTemplateDecl &Template);
  bool deducesAnother(const Undeduced &Entry, clang::SourceLocation End);
  void stopFollowing(clang::FunctionDecl &New);
  bool namesValue(llvm::ArrayRef<llvm::StringRef> Names) const;
  clang::DeclContext *find(llvm::ArrayRef<llvm::StringRef> Path) const;
  clang::DeclarationName nameOf(llvm::StringRef Text) const;

  clang::Sema &S;
  clang::SourceLocation CellBegin;
  bool Typed = true; // is the newest cell, or piped: no file
  std::vector<std::pair<clang::SourceLocation, unsigned>> CellStarts;
  std::vector<std::string> ForcedNames;
  llvm::StringSet<> IncludedNow;
  // The declaration at top level that is being parsed, and all behind it.
  struct {
    clang::SourceLocation Start;
    llvm::StringRef Text;
    std::vector<DeclaredName> Members; // of a namespace, that have not been reached yet, last ones first
  } Current;
  // What a text declares, read ahead.
  struct {
    llvm::StringRef Text;
    llvm::StringMap<std::vector<DeclaredName>> Names;
    llvm::DenseSet<const char *> Starts; // of the declarations
  } Ahead;
  // Of the declaration that is being parsed, if it defines types that older cells have defined.
  struct {
    std::vector<DeclaredName> Types;               // such types, until they have been read
    std::vector<DeclaredName> Outside;             // and those that it defines outside of their classes or namespaces
    llvm::SmallVector<DefinedType::Jump, 4> Jumps; // that clang's lexer makes in it
  } Again;
  llvm::DenseMap<clang::DeclarationName, std::vector<Change>> Changes; // oldest first
  llvm::SmallPtrSet<const clang::Decl *, 8> Asking; // whose meaning is being found out
  std::vector<Hidden> HiddenNow; // for the declaration that is being parsed
  // Default arguments of a function that is about to be declared once more, perhaps with others.
  struct Defaults {
    clang::FunctionDecl *Function;
    llvm::SmallVector<clang::Expr *, 4> Values; // null where there is none
    bool Uninstantiated, Inherited;
  };
  std::vector<Defaults> DefaultsNow;
  llvm::SetVector<clang::CXXRecordDecl *> Classes; // of the session, or what its class templates are made from
  std::vector<std::pair<clang::NamedDecl *, clang::NamedDecl *>> Undecided; // old, or null, and new, until the new one's type is known
  std::vector<std::pair<clang::NamedDecl *, clang::NamedDecl *>> LeftBehind; // old, of an edited file, and new ones of the names
  std::vector<std::pair<clang::NamedDecl *, const clang::NamedDecl *>> OtherLinkage; // new and old, which may differ in that
  llvm::DenseMap<clang::DeclarationName, std::vector<clang::NamedDecl *>> Retired; // what nothing leads to any more, oldest first
  llvm::DenseMap<const clang::Decl *, unsigned> Givers; // of what has another's linkage: the cell that has declared it so
  llvm::SetVector<unsigned> GiversNow;
  std::vector<DeclaredSpecialization> SpecializedNow; // what the declaration that is being parsed declares
  std::vector<clang::NamedDecl *> NewSpecials;        // that it has declared
  std::vector<std::pair<clang::NamedDecl *, clang::NamedDecl *>> ReplacedSpecials; // old and new, of the same
  Declarations ChangedConstants; // functions that it has defined again and constants may be made of
  std::vector<clang::VarDecl *> SharedInBodies; // `extern __shared__` of functions
  VersionNames Names;
  Instances Made;
  std::vector<Dropped> DroppedClasses;
  std::vector<std::pair<clang::FunctionDecl *, clang::SourceLocation>> Awaited; // functions to be made at the end of the cell
  bool Instantiated = false;
  OlderDefinitions Older;
  std::vector<Replaced> Superseded;
  std::vector<clang::NamedDecl *> Replacements;
  std::vector<std::pair<clang::FunctionTemplateDecl *, clang::FunctionTemplateDecl *>> ReplacedTemplates;
  std::vector<std::pair<clang::VarTemplateDecl *, clang::VarTemplateDecl *>> ReplacedVariables; // templates of them
  std::vector<std::pair<clang::NamedDecl *, clang::NamedDecl *>> MeantNow; // old and new, until templates mean the new one
  TemplateTexts Texts;
  llvm::DenseSet<const clang::FunctionDecl *> StandIns;
  std::vector<clang::FunctionDecl *> StandInsNow;
  std::vector<Undeduced> UndeducedNow;
  llvm::StringMap<unsigned> Versions; // of names whose symbols differ from version to version
  llvm::StringMap<const clang::Decl *> Newest;
  llvm::DenseMap<const clang::Decl *, unsigned> Successors; // of types: the cell that defined the newer one
  llvm::DenseMap<const clang::Decl *, llvm::SmallVector<clang::UsingShadowDecl *, 2>> Brought; // by what `using` brought in
  llvm::DenseMap<clang::DeclarationName, llvm::SmallSetVector<const clang::DeclContext *, 2>> Homes; // namespaces that have or had the name
  bool Showing = false;
  std::vector<std::pair<clang::DeclContext *, clang::FunctionDecl *>> FriendsNow; // older friends of the names that the declaration that is being parsed declares
};

} // namespace chv
