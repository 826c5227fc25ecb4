#include "redeclarations.h"
#include "device_module.h"
#include "template_instances.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclContextInternals.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Template.h"

using namespace clang;

namespace chv {

void Redeclarations::beginCell(unsigned Number, SourceLocation Begin, bool IsTyped, const std::vector<std::string> &Forced) {
  // The prelude is not the user's.
  if (Number == 0)
    return;
  CellBegin = Begin;
  Typed = IsTyped;
  CellStarts.push_back({Begin, Number});
  ForcedNames = Forced;
  Superseded.clear();
  Replacements.clear();
  ReplacedTemplates.clear();
  ReplacedVariables.clear();
  SpecializedNow.clear();
  NewSpecials.clear();
  StandInsNow.clear();
  ReplacedSpecials.clear();
  ChangedConstants.clear();
  Awaited.clear();
  Instantiated = false;
  UndeducedNow.clear();
  Undecided.clear();
  OtherLinkage.clear();
  GiversNow.clear();
  Ahead = {};
  Current = {};
  HiddenNow.clear();
  IncludedNow.clear();
  DefaultsNow.clear();
  FriendsNow.clear();
  Again = {};
  // Each kernel may see other data in the memory that the launch gives.
  for (VarDecl *Shared : std::exchange(SharedInBodies, {}))
    hide(*Shared->getDeclContext()->getRedeclContext()->getPrimaryContext(), *Shared);
  HiddenNow.clear();
  Older.beginCell();
}

bool Redeclarations::isOfSession(const Decl &D) const {
  return !D.isFromASTFile() && isOfSession(D.getLocation());
}

bool Redeclarations::isOfSession(SourceLocation Where) const {
  Where = S.getSourceManager().getExpansionLoc(Where);
  if (Where.isInvalid() || S.getSourceManager().isLoadedSourceLocation(Where) || CellStarts.empty())
    return false;
  return !(Where < CellStarts.front().first) && !S.getSourceManager().isInSystemHeader(Where);
}

bool Redeclarations::isFresh(const Decl &D) const {
  if (Older.isRemade(D))
    return true;
  SourceLocation Where = S.getSourceManager().getExpansionLoc(D.getLocation());
  return isOfSession(D) && !(Where < CellBegin);
}

bool Redeclarations::isOlder(const Decl &D) const { return isOfSession(D) && !isFresh(D); }

unsigned Redeclarations::cellOf(SourceLocation Where) const {
  Where = S.getSourceManager().getExpansionLoc(Where);
  auto After = llvm::upper_bound(CellStarts, Where, [](SourceLocation W, const auto &Entry) { return W < Entry.first; });
  return After == CellStarts.begin() ? 0 : std::prev(After)->second;
}

// Is it the same type but for what has been defined anew since? Versions of a class have one name.
static bool isNamedAlike(QualType New, QualType Old) {
  return New.getCanonicalType().getUnqualifiedType().getAsString() == Old.getCanonicalType().getUnqualifiedType().getAsString();
}

bool sameParameters(const FunctionDecl &New, const FunctionDecl &Old, bool &Differ) {
  ASTContext &Context = New.getASTContext();
  if (New.getNumParams() != Old.getNumParams() || New.isVariadic() != Old.isVariadic())
    return false;
  for (unsigned I = 0; I < New.getNumParams(); ++I) {
    QualType NewType = New.getParamDecl(I)->getType(), OldType = Old.getParamDecl(I)->getType();
    if (Context.hasSameUnqualifiedType(NewType, OldType))
      continue;
    if (!isNamedAlike(NewType, OldType))
      return false;
    Differ = true;
  }
  return true;
}

// Host code and device code may each have a function of one signature; a kernel is of both sides.
static bool onOtherSide(const FunctionDecl &New, const FunctionDecl &Old) {
  auto OnHost = [](const FunctionDecl &F) { return F.hasAttr<CUDAHostAttr>() || F.hasAttr<CUDAGlobalAttr>() || !F.hasAttr<CUDADeviceAttr>(); };
  auto OnDevice = [](const FunctionDecl &F) { return F.hasAttr<CUDADeviceAttr>() || F.hasAttr<CUDAGlobalAttr>(); };
  return (OnHost(New) && !OnDevice(New) && !OnHost(Old)) || (OnHost(Old) && !OnDevice(Old) && !OnHost(New));
}

bool isOfThisSide(const FunctionDecl &Function) {
  bool OnDevice = Function.hasAttr<CUDADeviceAttr>() || Function.hasAttr<CUDAGlobalAttr>();
  return Function.getASTContext().getLangOpts().CUDAIsDevice ? OnDevice
                                      : !Function.hasAttr<CUDADeviceAttr>() || Function.hasAttr<CUDAHostAttr>();
}

// The concept that constrains a template parameter, if one does.
static const NamedDecl *conceptOf(const NamedDecl &Parameter) {
  const auto *Type = dyn_cast<TemplateTypeParmDecl>(&Parameter);
  const TypeConstraint *Constraint = Type ? Type->getTypeConstraint() : nullptr;
  return Constraint ? Constraint->getNamedConcept() : nullptr;
}

static std::string textOf(const Expr *Constraint, const ASTContext &Context) {
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  if (Constraint)
    Constraint->printPretty(Out, nullptr, Context.getPrintingPolicy());
  return Text;
}

// Are these lists of parameters, which differ, written alike, and constrained by concepts of the same names that have been defined anew in between?
static bool sameButForConcepts(const TemplateParameterList &New, const TemplateParameterList &Old, const ASTContext &Context) {
  if (New.size() != Old.size() || textOf(New.getRequiresClause(), Context) != textOf(Old.getRequiresClause(), Context))
    return false;
  bool Differ = New.getRequiresClause() != nullptr;
  for (unsigned I = 0; I < New.size(); ++I) {
    const NamedDecl *NewParameter = New.getParam(I), *OldParameter = Old.getParam(I);
    const NamedDecl *NewConcept = conceptOf(*NewParameter), *OldConcept = conceptOf(*OldParameter);
    const auto *NewValue = dyn_cast<NonTypeTemplateParmDecl>(NewParameter), *OldValue = dyn_cast<NonTypeTemplateParmDecl>(OldParameter);
    if (NewParameter->isParameterPack() != OldParameter->isParameterPack())
      return false;
    if (NewValue && OldValue && Context.hasSameType(NewValue->getType(), OldValue->getType()))
      continue;
    if (!isa<TemplateTypeParmDecl>(NewParameter) || !isa<TemplateTypeParmDecl>(OldParameter) || !NewConcept != !OldConcept)
      return false;
    if (!NewConcept || NewConcept == OldConcept)
      continue;
    if (NewConcept->getDeclName() != OldConcept->getDeclName() ||
        NewConcept->getDeclContext()->getPrimaryContext() != OldConcept->getDeclContext()->getPrimaryContext())
      return false;
    Differ = true;
  }
  return Differ;
}

// Can a template be out of the question for some arguments because this type, which it returns, is none then?
static bool mayBeNone(QualType Returned) {
  struct Finder : RecursiveASTVisitor<Finder> {
    bool Found = false;
    bool VisitDependentNameType(DependentNameType *) { return !(Found = true); }
    bool VisitDecltypeType(DecltypeType *T) { return !(Found |= T->isDependentType()); }
  } Finding;
  Finding.TraverseType(Returned.getCanonicalType());
  return Finding.Found;
}

static std::string trailingConstraint(const FunctionDecl &Function) {
  return textOf(Function.getTrailingRequiresClause().ConstraintExpr, Function.getASTContext());
}

// Of templates with the same parameters: is either for arguments that the other is not for, by its constraint or by the type that it returns?
static bool areOverloads(const FunctionDecl &New, const FunctionDecl &Old) {
  QualType NewType = New.getReturnType(), OldType = Old.getReturnType();
  bool OtherType = !isNamedAlike(NewType, OldType) && (mayBeNone(NewType) || mayBeNone(OldType));
  return OtherType || trailingConstraint(New) != trailingConstraint(Old);
}

bool isExternC(const NamedDecl &D) {
  const auto *Function = dyn_cast<FunctionDecl>(&D);
  const auto *Variable = dyn_cast<VarDecl>(&D);
  return (Function && Function->isExternC()) || (Variable && Variable->isExternC());
}

static bool hasPlainSymbol(const NamedDecl &D) {
  return isExternC(D) || (isa<VarDecl>(D) && isa<TranslationUnitDecl>(contextOf(D)));
}

// No class may share its name with it.
static bool hasNameToItself(const NamedDecl &D) { return isa<BindingDecl, VarTemplateDecl, ConceptDecl>(D); }

static bool isKeptToFile(const NamedDecl &D) {
  const auto *Function = functionOf(const_cast<NamedDecl &>(D));
  const auto *Variable = dyn_cast<VarDecl>(&D);
  bool Static = (Function && Function->getStorageClass() == SC_Static) || (Variable && Variable->getStorageClass() == SC_Static);
  return D.isInAnonymousNamespace() || (Static && contextOf(D)->isFileContext());
}

// Is one of them `static` or in an unnamed namespace of one file, and the other of another file? Then they have but the name in common, as in a program of these
// files. What is typed is of no file.
static bool areOfTwoFiles(const NamedDecl &New, const NamedDecl &Old) {
  if (!isKeptToFile(New) && !isKeptToFile(Old))
    return false;
  const SourceManager &Sources = New.getASTContext().getSourceManager();
  PresumedLoc Now = Sources.getPresumedLoc(Sources.getExpansionLoc(New.getLocation()));
  PresumedLoc Then = Sources.getPresumedLoc(Sources.getExpansionLoc(Old.getLocation()));
  if (Now.isInvalid() || Then.isInvalid())
    return false;
  llvm::StringRef File = Now.getFilename(), Before = Then.getFilename();
  return File != Before && !File.starts_with("cell ") && !Before.starts_with("cell ");
}

// Does the new declaration take the old one's place? `Differs`: under the old one's symbol older code would misuse it.
bool Redeclarations::replaces(NamedDecl &New, NamedDecl &Old, bool &Differs) {
  if (isa<UsingShadowDecl>(New) || isa<UsingShadowDecl>(Old)) {
    // A class may share its name with a function or a variable of the same namespace.
    const NamedDecl &Brought = *New.getUnderlyingDecl();
    if (isa<TagDecl>(Old) && contextOf(Old) == contextOf(New) && !isType(Brought) && !hasNameToItself(Brought))
      return false;
    // Functions that are brought in are overloads like others, but their symbols are those of where they come from.
    bool Replaces = replaces(*New.getUnderlyingDecl(), *Old.getUnderlyingDecl(), Differs);
    Differs = true;
    return Replaces;
  }
  ASTContext &Context = S.getASTContext();
  if (isType(New) || isType(Old)) {
    Differs = !isType(New) || !isType(Old) || isa<TagDecl, ClassTemplateDecl, TypeAliasTemplateDecl>(New) || namedFor(New);
    return true;
  }
  auto *NewFunction = functionOf(New), *OldFunction = functionOf(Old);
  if (!NewFunction || !OldFunction) {
    Differs = !replacesVariable(New, Old) || areOfTwoFiles(New, Old);
    return true;
  }
  auto *NewTemplate = dyn_cast<FunctionTemplateDecl>(&New), *OldTemplate = dyn_cast<FunctionTemplateDecl>(&Old);
  if (!NewTemplate != !OldTemplate)
    return false;
  bool OtherConcept = NewTemplate && !Context.isSameTemplateParameterList(NewTemplate->getTemplateParameters(), OldTemplate->getTemplateParameters());
  if (OtherConcept && !sameButForConcepts(*NewTemplate->getTemplateParameters(), *OldTemplate->getTemplateParameters(), Context))
    return false;
  if (NewTemplate && areOverloads(*NewFunction, *OldFunction))
    return false;
  if (NewFunction->isMain() && OldFunction->isMain())
    return true;
  bool OtherTypes = false, OneSymbol = NewFunction->isExternC() && OldFunction->isExternC();
  bool Overload = !sameParameters(*NewFunction, *OldFunction, OtherTypes);
  if ((Overload && !OneSymbol) || onOtherSide(*NewFunction, *OldFunction))
    return false;
  Differs = !Context.hasSameType(NewFunction->getReturnType(), OldFunction->getReturnType()) &&
            !NewFunction->getReturnType()->isUndeducedType();
  Differs |= OtherConcept || OtherTypes || Overload;
  Differs |= NewFunction->hasAttr<CUDAGlobalAttr>() != OldFunction->hasAttr<CUDAGlobalAttr>();
  Differs |= areOfTwoFiles(New, Old);
  return true;
}

// Is it of an older text of the same file?
bool Redeclarations::isOfOlderText(SourceLocation Then, SourceLocation Now) const {
  const SourceManager &Sources = S.getSourceManager();
  Then = Sources.getExpansionLoc(Then);
  Now = Sources.getExpansionLoc(Now);
  PresumedLoc OldPlace = Sources.getPresumedLoc(Then), NewPlace = Sources.getPresumedLoc(Now);
  if (OldPlace.isInvalid() || NewPlace.isInvalid() || llvm::StringRef(OldPlace.getFilename()) != NewPlace.getFilename())
    return false;
  return Sources.getBufferData(Sources.getFileID(Then)) != Sources.getBufferData(Sources.getFileID(Now));
}

// A namespace is if all of its parts are.
bool Redeclarations::isOfOlderText(const NamedDecl &Old, const NamedDecl &New) const {
  if (const auto *Space = dyn_cast<NamespaceDecl>(&Old))
    return llvm::all_of(Space->redecls(), [&](const NamespaceDecl *Part) { return isOfOlderText(Part->getLocation(), New.getLocation()); });
  return isOfOlderText(Old.getLocation(), New.getLocation());
}

// A friend of a class that is not declared elsewhere is found by the class alone, and goes with that.
bool isFoundByClass(const NamedDecl &D) { return D.getFriendObjectKind() != Decl::FOK_None; }

// An overload of an older text of the same file that the newer text does not have would be called without a word.
bool Redeclarations::isLeftBehind(NamedDecl &Old, NamedDecl &New) const {
  return functionOf(*New.getUnderlyingDecl()) && functionOf(*Old.getUnderlyingDecl()) && !isFoundByClass(Old) && isOfOlderText(Old, New);
}

const DeclContext *contextOf(const NamedDecl &D) { return D.getDeclContext()->getRedeclContext()->getPrimaryContext(); }

void Redeclarations::AddedVisibleDecl(const DeclContext *Context, const Decl *D) {
  if (Showing || !isa<NamedDecl>(D) || isa<BaseUsingDecl>(D) || CellStarts.empty())
    return;
  auto &New = const_cast<NamedDecl &>(cast<NamedDecl>(*D));
  if (const auto *Directive = dyn_cast<UsingDirectiveDecl>(D))
    return leaveBehindFor(*Directive);
  if (auto *Shadow = dyn_cast<UsingShadowDecl>(&New))
    noteBrought(*Shadow);
  if (isOfSession(New) && contextOf(New)->isFileContext() && !isa<UsingShadowDecl>(New))
    Homes[New.getDeclName()].insert(contextOf(New));
  noteClass(New);
  bool Settled = New.getCanonicalDecl() != &New;
  if (Settled)
    passTag(New);
  if (auto *Variable = dyn_cast<VarDecl>(&New); Variable && Variable->isLocalExternDecl() && Variable->hasAttr<CUDASharedAttr>())
    SharedInBodies.push_back(Variable);
  hideFriends(*Context, New);
  leaveBehindBeside(*Context, New);
  leaveGuidesBehind(*Context, New);
  leaveBehindElsewhere(New);
  NamedDecl *Before = nullptr;
  for (Hidden &Entry : HiddenNow) {
    if (Entry.Replaced || Entry.Old->getDeclName() != New.getDeclName() ||
        (aroundUnnamed(Entry.Context) != aroundUnnamed(Context) && !(hasPlainSymbol(New) && hasPlainSymbol(*Entry.Old))))
      continue;
    if (Entry.OfLibrary) {
      settleOfLibrary(Entry, New);
      continue;
    }
    bool Differs = false;
    if (!isUnfinished(New) && !replaces(New, *Entry.Old, Differs)) {
      // Another one of those that the same `using` brings in may.
      if (isa<UsingShadowDecl>(New)) {
        if (isLeftBehind(*Entry.Old, New))
          Entry.Behind = &New;
        continue;
      }
      // Beside a device function that took the place of one for both sides, this one takes that one's place on the host, and the reverse.
      FunctionDecl *Function = functionOf(New), *Beside = functionOf(*Entry.Old);
      bool OtherTypes = false;
      if (Function && Beside && sameParameters(*Function, *Beside, OtherTypes) && onOtherSide(*Function, *Beside))
        noteReplacement(New);
      if (isLeftBehind(*Entry.Old, New)) {
        Entry.Replaced = true;
        leave(*Entry.Old, New);
        continue;
      }
      show(Entry);
      Entry.Old = nullptr;
      continue;
    }
    Entry.Replaced = Settled = true;
    Before = Entry.Old;
    if (isUnfinished(New))
      Undecided.push_back({Entry.Old, &New});
    else
      takePlace(New, *Entry.Old, Differs || contextOf(New) != contextOf(*Entry.Old));
  }
  llvm::erase_if(HiddenNow, [](const Hidden &Entry) { return !Entry.Old; });
  noteChange(New, Before);
  bool InItsOwn = Context->getPrimaryContext() == contextOf(New);
  if (!Settled && InItsOwn && Retired.contains(New.getDeclName()) && isFresh(New))
    isUnfinished(New) ? Undecided.push_back({nullptr, &New}) : resume(New);
}

// The symbol of a class is that of its definition, which may follow the declaration that took an older one's place.
void Redeclarations::passTag(NamedDecl &Again) {
  auto *Template = dyn_cast<ClassTemplateDecl>(&Again);
  auto *Class = Template ? Template->getTemplatedDecl() : dyn_cast<TagDecl>(&Again);
  const AbiTagAttr *Tags = Class ? Class->getCanonicalDecl()->getAttr<AbiTagAttr>() : nullptr;
  if (Tags && Tags->isImplicit() && !Class->hasAttr<AbiTagAttr>())
    Class->addAttr(Tags->clone(S.getASTContext()));
}

// What earlier cells called by this name is not visible any more, but older code uses it.
void Redeclarations::resume(NamedDecl &New) {
  if (!New.getDeclContext()->getRedeclContext()->isFileContext() || isa<UsingShadowDecl, NamespaceDecl>(New))
    return;
  Retirement Version = versionLike(New);
  if (Version.Followed)
    followFrom(New, *Version.Followed);
  else if (Version.Collides)
    giveOwnSymbol(New, *Version.Collides);
}

// The newest version that has gone and that older code can leave for `New`.
Redeclarations::Retirement Redeclarations::versionLike(NamedDecl &New) {
  Retirement Found;
  auto Known = Retired.find(New.getDeclName());
  if (Known == Retired.end())
    return Found;
  std::string Name = New.getQualifiedNameAsString();
  for (NamedDecl *Version : llvm::reverse(Known->second)) {
    bool Differs = true;
    if (isType(New) != isType(*Version) || Version->getQualifiedNameAsString() != Name || !replaces(New, *Version, Differs))
      continue;
    Found.Collides = Version;
    if (!Differs && !isType(New)) {
      Found.Followed = Version;
      break;
    }
  }
  return Found;
}

// It is not visible any more, and nothing has its symbol. What a namespace has goes with that.
void Redeclarations::retire(NamedDecl &Old, const NamedDecl &New) {
  std::vector<NamedDecl *> &Versions = Retired[Old.getDeclName()];
  if (!Versions.empty() && Versions.back()->getCanonicalDecl() == Old.getCanonicalDecl())
    return;
  Versions.push_back(&Old);
  if (auto *Space = dyn_cast<NamespaceDecl>(&Old))
    for (NamespaceDecl *Part : Space->redecls())
      for (Decl *Member : Part->decls())
        if (auto *Named = dyn_cast<NamedDecl>(Member); Named && Named->getDeclName() && Named->getCanonicalDecl() == Named) {
          Superseded.push_back({Named, &New, cellOf(Named->getLocation()), false});
          retire(*Named, New);
        }
}

void Redeclarations::takePlace(NamedDecl &New, NamedDecl &Old, bool Differs) {
  const FunctionDecl *OldFunction = functionOf(Old);
  if (isa<CXXDeductionGuideDecl>(New.getAsFunction() ? *New.getAsFunction() : New))
    return;
  // What a `using` brings in again is no other version, nor is a declaration.
  bool Same = New.getUnderlyingDecl()->getCanonicalDecl() == Old.getUnderlyingDecl()->getCanonicalDecl();
  if (!Same && (!OldFunction || OldFunction->isDefined() || Differs))
    Superseded.push_back({&Old, &New, cellOf(Old.getLocation()), !Differs && !isType(New)});
  if (isa<TagDecl, ClassTemplateDecl>(Old) || namedFor(Old))
    noteSuccessor(Old);
  inheritDefaults(New, Old);
  keepFriends(New, Old);
  passBrought(Old, New);
  MeantNow.push_back({&Old, &New});
  if (!Differs)
    return continueAs(New, Old);
  NamedDecl *Like = isa<UsingShadowDecl>(New) ? nullptr : versionLike(New).Followed;
  retire(Old, New);
  Like ? followFrom(New, *Like) : giveOwnSymbol(New, Old);
}

// The newest cell defines a type anew, and so those that this one took the place of.
void Redeclarations::noteSuccessor(NamedDecl &Old) {
  unsigned Newest = CellStarts.back().second, Before = cellOf(Old.getLocation());
  for (auto &[Older, Cell] : Successors)
    if (Cell == Before && cast<NamedDecl>(Older)->getDeclName() == Old.getDeclName())
      Cell = Newest;
  Successors[Old.getCanonicalDecl()] = Newest;
}

// Older code goes on to `New` from a version that had gone.
void Redeclarations::followFrom(NamedDecl &New, NamedDecl &Like) {
  Superseded.push_back({&Like, &New, cellOf(Like.getLocation()), true});
  continueAs(New, Like);
}

// Older code goes on from `Like` to `New`.
void Redeclarations::continueAs(NamedDecl &New, NamedDecl &Like) {
  inheritSymbol(New, Like);
  noteReplacement(New);
  FunctionDecl *Function = functionOf(New);
  if (Function && Function->getReturnType()->getContainedDeducedType())
    UndeducedNow.push_back({Function, functionOf(Like), QualType()});
  auto *NewTemplate = dyn_cast<FunctionTemplateDecl>(&New), *OldTemplate = dyn_cast<FunctionTemplateDecl>(&Like);
  if (NewTemplate && OldTemplate)
    ReplacedTemplates.push_back({NewTemplate, OldTemplate});
  auto *NewVariables = dyn_cast<VarTemplateDecl>(&New), *OldVariables = dyn_cast<VarTemplateDecl>(&Like);
  if (NewVariables && OldVariables)
    ReplacedVariables.push_back({NewVariables, OldVariables});
}

// What is inline or `static` is generated where it is used; older code uses it already.
void Redeclarations::noteReplacement(NamedDecl &New) {
  if (FunctionDecl *Function = functionOf(New); Function && !isOfThisSide(*Function))
    return;
  Replacements.push_back(&New);
  const auto *Variable = dyn_cast<VarDecl>(&New);
  bool OnlyDeclared = Variable && Variable->isThisDeclarationADefinition() == VarDecl::DeclarationOnly;
  // Clang makes constants of the host for devices too, where they are used: one made for its own sake would be taken for a variable of the device.
  if (Variable && S.getLangOpts().CUDAIsDevice && !isForDevices(*Variable))
    return;
  if (isa<FunctionDecl, VarDecl>(New) && !New.isTemplated() && !OnlyDeclared && !New.hasAttr<UsedAttr>())
    New.addAttr(UsedAttr::CreateImplicit(S.getASTContext()));
}

// A declaration has been parsed: what it did not take the place of is visible again. `AtEnd`: it is no member of a namespace that goes on.
void Redeclarations::settleHidden(bool AtEnd) {
  std::vector<Hidden> Settled = std::exchange(HiddenNow, {});
  FriendsNow.clear();
  for (Hidden &Entry : Settled)
    if (Entry.ByNamespace && !AtEnd) {
      HiddenNow.push_back(Entry);
    } else if (!Entry.Replaced && Entry.Behind) {
      leave(*Entry.Old, *Entry.Behind);
    } else if (!Entry.Replaced && !llvm::any_of(Settled, [&](const Hidden &Other) {
          // Old enumerators go with their enumeration.
          return Other.Replaced && isa<EnumConstantDecl>(Entry.Old) && Entry.Old->getDeclContext() == dyn_cast<DeclContext>(Other.Old);
        })) {
      show(Entry);
    }
  settleDefaults();
}

void Redeclarations::afterDeclaration() {
  settleHidden(/*AtEnd=*/true);
  Current = {};
  Again = {};
  decide();
  Older.afterDeclaration([this](NamedDecl *Before, NamedDecl &Now, QualType Type) {
    if (Before)
      Superseded.push_back({Before, &Now, cellOf(Before->getLocation()), true});
    noteReplaced(Before, Now, Type);
  });
  settleTexts();
  settleSpecializations();
}

// Older templates that are instantiated from now on mean what is newer.
void Redeclarations::settleTexts() {
  for (auto [Old, New] : std::exchange(MeantNow, {})) {
    auto *Functions = dyn_cast<FunctionTemplateDecl>(New);
    auto *Variables = dyn_cast<VarTemplateDecl>(New);
    bool Alike = Variables ? isa<VarTemplateDecl>(Old) : (isa<FunctionDecl, FunctionTemplateDecl>(Old) && (Functions || isa<FunctionDecl>(New)));
    if (!Alike || New->isInvalidDecl())
      continue;
    Texts.replace(*Old, *New, [&, End = New->getEndLoc()](ValueDecl &Instance) -> ValueDecl * {
      ValueDecl *Now = nullptr;
      if (auto *Function = dyn_cast<FunctionDecl>(&Instance); Function && Functions)
        Now = S.InstantiateFunctionDeclaration(Functions, Function->getTemplateSpecializationArgs(), End);
      else if (auto *Variable = dyn_cast<VarTemplateSpecializationDecl>(&Instance); Variable && Variables)
        Now = instantiate(S, *Variables, Variable->getTemplateArgs().asArray(), End);
      return Now && S.getASTContext().hasSameType(Now->getType(), Instance.getType()) ? Now : nullptr;
    });
  }
}

static bool isOnlyDeclared(const NamedDecl &D) {
  if (const FunctionDecl *Function = functionOf(const_cast<NamedDecl &>(D)))
    return !Function->isDefined();
  const auto *Variable = dyn_cast<VarDecl>(&D);
  return Variable && !Variable->getDefinition();
}

void Redeclarations::endCell(SourceLocation End) {
  shareLinkage();
  for (auto [New, Old] : ReplacedTemplates)
    follow(*New, *Old, End);
  for (auto [New, Old] : ReplacedVariables)
    follow(*New, *Old, End);
  for (auto [Function, Use] : Awaited)
    S.MarkFunctionReferenced(Use, Function);
  Older.endCell(End, [this](NamedDecl *Before, NamedDecl &Now, QualType Type) { noteReplaced(Before, Now, Type); });
  for (const Undeduced &Entry : UndeducedNow)
    if (deducesAnother(Entry, End))
      stopFollowing(*Entry.New);
  shareLinkage();
  for (auto [Old, New] : std::exchange(LeftBehind, {}))
    if (llvm::none_of(Superseded, [Old = Old](const Replaced &Entry) { return Entry.Old == Old; }))
      Superseded.push_back({Old, New, cellOf(Old->getLocation()), false});
  // What is only declared leaves the definition where it is.
  llvm::erase_if(Superseded, [](const Replaced &Entry) { return Entry.Followed && isOnlyDeclared(*Entry.New); });
}

// Does a function whose return type is deduced return another type than the one that it took the place of?
bool Redeclarations::deducesAnother(const Undeduced &Entry, SourceLocation End) {
  ASTContext &Context = S.getASTContext();
  if (!Entry.Old)
    return !Context.hasSameType(Entry.New->getReturnType(), Entry.Type);
  FunctionTemplateDecl *NewTemplate = Entry.New->getDescribedFunctionTemplate(), *OldTemplate = Entry.Old->getDescribedFunctionTemplate();
  if (!NewTemplate || !OldTemplate)
    return !Context.hasSameType(Entry.New->getReturnType(), Entry.Old->getReturnType());
  return llvm::any_of(usedInstances(*OldTemplate), [&](FunctionDecl *Instance) {
    FunctionDecl *Made = S.InstantiateFunctionDeclaration(NewTemplate, Instance->getTemplateSpecializationArgs(), End);
    if (!Made || (Made->getReturnType()->isUndeducedType() && S.DeduceReturnType(Made, End, /*Diagnose=*/false)))
      return true;
    return !Context.hasSameType(Made->getReturnType(), Instance->getReturnType());
  });
}

// Older code goes on with the older function: it would misuse the new one.
void Redeclarations::stopFollowing(FunctionDecl &New) {
  NamedDecl *Named = New.getDescribedFunctionTemplate();
  Named = Named ? Named : &New;
  const NamedDecl *Old = Named;
  for (Replaced &Entry : Superseded)
    if (Entry.New == Named) {
      Entry.Followed = false;
      Old = Entry.Old;
      if (Old->getDeclContext()->getRedeclContext()->isFileContext())
        retire(const_cast<NamedDecl &>(*Old), New);
    }
  llvm::erase(Replacements, Named);
  for (FunctionDecl *Declared : New.redecls()) {
    Declared->dropAttr<AbiTagAttr>();
    Declared->dropAttr<AsmLabelAttr>();
  }
  if (New.getPrimaryTemplate())
    return labelInstance(New);
  bool Typed = Named == &New && New.getDeclContext()->getRedeclContext()->isFileContext();
  if (NamedDecl *Like = Typed ? versionLike(New).Followed : nullptr) {
    Superseded.push_back({Like, Named, cellOf(Like->getLocation()), true});
    inheritSymbol(*Named, *Like);
    noteReplacement(*Named);
  } else {
    giveOwnSymbol(*Named, *Old);
  }
  for (FunctionDecl *Declared : New.redecls())
    if (Declared != &New)
      inheritSymbol(*Declared, New);
}

// What a newer template has to provide for older code; its own explicit specializations among them. One without a body was used before the
// template had one.
llvm::SmallVector<FunctionDecl *, 4> Redeclarations::usedInstances(FunctionTemplateDecl &Template) {
  llvm::SmallVector<FunctionDecl *, 4> Instances;
  for (FunctionDecl *Instance : Template.specializations())
    if (Instance->isDefined() || Instance->isReferenced())
      Instances.push_back(Instance);
  return Instances;
}

void Redeclarations::follow(FunctionTemplateDecl &New, FunctionTemplateDecl &Old, SourceLocation End) {
  for (FunctionDecl *Instance : usedInstances(Old)) {
    SourceLocation Use = useOf(*Instance, End);
    FunctionDecl *Made = S.InstantiateFunctionDeclaration(&New, Instance->getTemplateSpecializationArgs(), Use);
    if (!Made)
      continue;
    Made->addAttr(UsedAttr::CreateImplicit(S.getASTContext()));
    S.MarkFunctionReferenced(Use, Made);
    if (Instance->getTemplateSpecializationKind() == TSK_ExplicitSpecialization || StandIns.contains(Instance)) {
      StandIns.insert(Made);
      StandInsNow.push_back(Made);
    }
  }
}

void Redeclarations::follow(VarTemplateDecl &New, VarTemplateDecl &Old, SourceLocation End) {
  for (VarTemplateSpecializationDecl *Instance : Old.specializations())
    if (VarDecl *Made = instantiate(S, New, Instance->getTemplateArgs().asArray(), End))
      Made->addAttr(UsedAttr::CreateImplicit(S.getASTContext()));
}

} // namespace chv
