#include "redeclarations.h"
#include "template_instances.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclContextInternals.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Template.h"

using namespace clang;

namespace chv {

void Redeclarations::beginCell(unsigned Number, SourceLocation Begin, const std::vector<std::string> &Forced) {
  // The prelude is not the user's.
  if (Number == 0)
    return;
  CellBegin = Begin;
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

DeclarationName Redeclarations::nameOf(llvm::StringRef Text) const {
  ASTContext &Context = S.getASTContext();
  llvm::StringRef Symbol = Text;
  if (!Symbol.consume_front("operator"))
    return &Context.Idents.get(Text);
  Symbol = Symbol.trim();
  if (Symbol.consume_front("\"\""))
    return Context.DeclarationNames.getCXXLiteralOperatorName(&Context.Idents.get(Symbol.trim()));
  static const std::pair<llvm::StringRef, OverloadedOperatorKind> Operators[] = {
#define OVERLOADED_OPERATOR(Name, Spelling, Token, Unary, Binary, MemberOnly) {Spelling, OO_##Name},
#include "clang/Basic/OperatorKinds.def"
  };
  for (auto &[Spelling, Kind] : Operators)
    if (Spelling == Symbol)
      return Context.DeclarationNames.getCXXOperatorName(Kind);
  return &Context.Idents.get(Text);
}

DeclContext *Redeclarations::find(llvm::ArrayRef<llvm::StringRef> Path) const {
  DeclContext *Found = S.getASTContext().getTranslationUnitDecl()->getPrimaryContext();
  for (llvm::StringRef Name : Path) {
    DeclContext *Inner = nullptr;
    if (Name.empty()) {
      if (isa<TranslationUnitDecl>(Found))
        Inner = S.getASTContext().getTranslationUnitDecl()->getAnonymousNamespace();
      else if (auto *Space = dyn_cast<NamespaceDecl>(Found))
        Inner = Space->getAnonymousNamespace();
    } else {
      for (NamedDecl *D : Found->lookup(nameOf(Name)))
        if (auto *Template = dyn_cast<ClassTemplateDecl>(D))
          Inner = Template->getTemplatedDecl();
        else if (isa<NamespaceDecl, CXXRecordDecl>(D))
          Inner = cast<DeclContext>(D);
    }
    if (!Inner)
      return nullptr;
    Found = Inner->getPrimaryContext();
  }
  return Found;
}

bool Redeclarations::namesValue(llvm::ArrayRef<llvm::StringRef> Names) const {
  DeclContext *Context = find(Names.drop_back());
  if (!Context)
    return false;
  auto Found = Context->lookup(nameOf(Names.back()));
  return !Found.empty() && llvm::all_of(Found, [](NamedDecl *D) {
    return isa<ValueDecl, FunctionTemplateDecl, VarTemplateDecl>(D->getUnderlyingDecl());
  });
}

void Redeclarations::beforeDeclaration(SourceLocation Start) {
  const SourceManager &Sources = S.getSourceManager();
  Start = Sources.getExpansionLoc(Start);
  if (CellStarts.size() < 2 || Start.isInvalid() || Start < CellBegin || Sources.isInSystemHeader(Start))
    return;
  auto [File, Offset] = Sources.getDecomposedLoc(Start);
  llvm::StringRef Text = Sources.getBufferData(File).drop_front(Offset);
  auto placeOf = [&, Start = Start](llvm::StringRef Part) { return Start.getLocWithOffset(Part.data() - Text.data()); };
  for (const DeclaredName &Name : declaredNames(Text, S.getLangOpts(), [this](auto Names) { return namesValue(Names); })) {
    if (Name.Specialization && !Name.After.empty())
      awaitSpecialization(Name, placeOf(Name.Closer), placeOf(Name.After));
    hideFor(Name);
  }
  for (const std::string &Name : ForcedNames)
    for (DeclaredName::Shape What : {DeclaredName::Shape::Function, DeclaredName::Shape::Object, DeclaredName::Shape::Type})
      hideFor({What, {}, Name});
}

static bool isCompleteType(const NamedDecl &D) {
  if (const auto *Tag = dyn_cast<TagDecl>(&D))
    return Tag->getDefinition() != nullptr;
  if (const auto *Template = dyn_cast<ClassTemplateDecl>(&D))
    return Template->getTemplatedDecl()->getDefinition() != nullptr;
  return true;
}

static bool isFunction(const NamedDecl &D) { return isa<FunctionDecl, FunctionTemplateDecl>(D); }
static bool isType(const NamedDecl &D) { return isa<TypeDecl, ClassTemplateDecl, TypeAliasTemplateDecl>(D); }

// Does this kind of new declaration collide with such an old one?
static bool collides(DeclaredName::Shape What, const NamedDecl &Old) {
  // What a `using` brings in has declarations of its own.
  if (isa<BaseUsingDecl>(Old))
    return false;
  switch (What) {
  case DeclaredName::Shape::Type:
    return isType(Old) ? isCompleteType(Old) : !isa<NamespaceDecl>(Old);
  case DeclaredName::Shape::Function:
    return !isType(Old) && !isa<NamespaceDecl>(Old);
  case DeclaredName::Shape::Call:
    return !isType(Old) && !isa<NamespaceDecl>(Old) && !isFunction(Old);
  case DeclaredName::Shape::Object: {
    const auto *Variable = dyn_cast<VarDecl>(&Old);
    // `extern int x;` waits for a definition.
    bool Declared = Variable && Variable->isThisDeclarationADefinition() == VarDecl::DeclarationOnly &&
                    !Variable->getDefinition();
    return !isType(Old) && !isa<NamespaceDecl>(Old) && !Declared;
  }
  }
  llvm_unreachable("all shapes are above");
}

// Does a class name this function its friend? Then the newest one has to be that function, or it may not use what is private.
static bool isFriend(FunctionDecl &Function) {
  return llvm::any_of(Function.redecls(), [](const FunctionDecl *D) {
    return D->getFriendObjectKind() != Decl::FOK_None && !D->isThisDeclarationADefinition();
  });
}

void Redeclarations::hideFor(const DeclaredName &Name) {
  DeclContext *Context = find(Name.Path);
  if (!Context)
    return;
  DeclarationName Declared = nameOf(Name.Name);
  if (auto *Class = dyn_cast<CXXRecordDecl>(Context))
    return Older.takeMembers(*Class, Name);
  // What is defined outside its namespace needs its declaration there; only an older body is in the way.
  if (Name.Specialization || Name.Qualified) {
    for (NamedDecl *D : Context->lookup(Declared))
      if (!Name.Specialization)
        Older.take(*D, /*AnyPlace=*/true);
      else if (auto *Template = dyn_cast<FunctionTemplateDecl>(D))
        Older.takeInstances(*Template);
    return;
  }
  llvm::SmallVector<NamedDecl *, 4> Old;
  for (NamedDecl *D : Context->lookup(Declared))
    if (isOlder(*D) && collides(Name.What, *D))
      Old.push_back(D);
  for (NamedDecl *D : Old) {
    FunctionDecl *Function = functionOf(*D);
    if (Function && isFriend(*Function)) {
      Older.take(*D, /*AnyPlace=*/true);
      continue;
    }
    hide(*Context, *D);
    // The enumerators of an unscoped enumeration are names beside it.
    if (auto *Enum = dyn_cast<EnumDecl>(D); Enum && !Enum->isScoped())
      for (EnumConstantDecl *Constant : Enum->enumerators())
        if (llvm::is_contained(Context->lookup(Constant->getDeclName()), Constant))
          hide(*Context, *Constant);
  }
}

// Takes a declaration out of one context's table; true if it was there.
static bool removeFrom(DeclContext &Context, NamedDecl &Old) {
  StoredDeclsMap *Map = Context.getLookupPtr();
  if (!Map)
    return false;
  auto Found = Map->find(Old.getDeclName());
  if (Found == Map->end() || !llvm::is_contained(Found->second.getLookupResult(), &Old))
    return false;
  Found->second.remove(&Old);
  if (Found->second.isNull())
    Map->erase(Found);
  return true;
}

void Redeclarations::hide(DeclContext &Context, NamedDecl &Old) {
  for (DeclContext *In = &Context; In; In = In->isInlineNamespace() || In->isTransparentContext()
                                                ? In->getParent()->getPrimaryContext()
                                                : nullptr)
    removeFrom(*In, Old);
  bool ExternC = removeFrom(*S.getASTContext().getExternCContextDecl(), Old);
  for (auto I = S.IdResolver.begin(Old.getDeclName()); I != S.IdResolver.end(); ++I)
    if (*I == &Old) {
      S.IdResolver.RemoveDecl(&Old);
      break;
    }
  if (S.TUScope)
    S.TUScope->RemoveDecl(&Old);
  HiddenNow.push_back({&Context, &Old, ExternC});
}

void Redeclarations::show(Hidden &Entry) {
  Showing = true;
  Entry.Context->makeDeclVisibleInContext(Entry.Old);
  if (Entry.ExternC)
    S.getASTContext().getExternCContextDecl()->makeDeclVisibleInContext(Entry.Old);
  Showing = false;
}

static bool sameParameters(const FunctionDecl &New, const FunctionDecl &Old) {
  ASTContext &Context = New.getASTContext();
  if (New.getNumParams() != Old.getNumParams() || New.isVariadic() != Old.isVariadic())
    return false;
  for (unsigned I = 0; I < New.getNumParams(); ++I)
    if (!Context.hasSameUnqualifiedType(New.getParamDecl(I)->getType(), Old.getParamDecl(I)->getType()))
      return false;
  return true;
}

// Host code and device code may each have a function of one signature.
static bool onOtherSide(const FunctionDecl &New, const FunctionDecl &Old) {
  auto OnHost = [](const FunctionDecl &F) {
    return F.hasAttr<CUDAHostAttr>() || (!F.hasAttr<CUDADeviceAttr>() && !F.hasAttr<CUDAGlobalAttr>());
  };
  auto OnDevice = [](const FunctionDecl &F) { return F.hasAttr<CUDADeviceAttr>() || F.hasAttr<CUDAGlobalAttr>(); };
  return (OnHost(New) && !OnDevice(New) && !OnHost(Old)) || (OnHost(Old) && !OnDevice(Old) && !OnHost(New));
}

// Is this function compiled for the side that this AST is of?
bool Redeclarations::isOfThisSide(const FunctionDecl &Function) const {
  bool OnDevice = Function.hasAttr<CUDADeviceAttr>() || Function.hasAttr<CUDAGlobalAttr>();
  return S.getLangOpts().CUDAIsDevice ? OnDevice
                                      : !Function.hasAttr<CUDADeviceAttr>() || Function.hasAttr<CUDAHostAttr>();
}

// The concept that constrains a template parameter, if one does.
static const NamedDecl *conceptOf(const NamedDecl &Parameter) {
  const auto *Type = dyn_cast<TemplateTypeParmDecl>(&Parameter);
  const TypeConstraint *Constraint = Type ? Type->getTypeConstraint() : nullptr;
  return Constraint ? Constraint->getNamedConcept() : nullptr;
}

// Are these type parameters written alike, and constrained by concepts of the same names that have been defined anew in between?
static bool sameButForConcepts(const TemplateParameterList &New, const TemplateParameterList &Old) {
  bool Differ = false;
  if (New.size() != Old.size())
    return false;
  for (unsigned I = 0; I < New.size(); ++I) {
    const NamedDecl *NewParameter = New.getParam(I), *OldParameter = Old.getParam(I);
    const NamedDecl *NewConcept = conceptOf(*NewParameter), *OldConcept = conceptOf(*OldParameter);
    if (!isa<TemplateTypeParmDecl>(NewParameter) || !isa<TemplateTypeParmDecl>(OldParameter) || !NewConcept != !OldConcept ||
        NewParameter->isParameterPack() != OldParameter->isParameterPack())
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

// Does the new declaration take the old one's place? `Differs`: under the old one's symbol older code would misuse it.
bool Redeclarations::replaces(NamedDecl &New, NamedDecl &Old, bool &Differs) {
  if (isa<UsingShadowDecl>(New) || isa<UsingShadowDecl>(Old)) {
    // Functions that are brought in are overloads like others, but their symbols are those of where they come from.
    bool Replaces = replaces(*New.getUnderlyingDecl(), *Old.getUnderlyingDecl(), Differs);
    Differs = true;
    return Replaces;
  }
  ASTContext &Context = S.getASTContext();
  if (isType(New) || isType(Old)) {
    Differs = isa<TagDecl, ClassTemplateDecl>(New);
    return true;
  }
  auto *NewFunction = functionOf(New), *OldFunction = functionOf(Old);
  if (!NewFunction || !OldFunction) {
    Differs = !replacesVariable(New, Old);
    return true;
  }
  auto *NewTemplate = dyn_cast<FunctionTemplateDecl>(&New), *OldTemplate = dyn_cast<FunctionTemplateDecl>(&Old);
  if (!NewTemplate != !OldTemplate)
    return false;
  bool OtherConcept = NewTemplate && sameButForConcepts(*NewTemplate->getTemplateParameters(), *OldTemplate->getTemplateParameters());
  if (NewTemplate && !OtherConcept &&
      !Context.isSameTemplateParameterList(NewTemplate->getTemplateParameters(), OldTemplate->getTemplateParameters()))
    return false;
  if (!sameParameters(*NewFunction, *OldFunction) || onOtherSide(*NewFunction, *OldFunction))
    return false;
  Differs = !Context.hasSameType(NewFunction->getReturnType(), OldFunction->getReturnType()) &&
            !NewFunction->getReturnType()->isUndeducedType();
  Differs |= OtherConcept;
  Differs |= NewFunction->hasAttr<CUDAGlobalAttr>() != OldFunction->hasAttr<CUDAGlobalAttr>();
  return true;
}

void Redeclarations::AddedVisibleDecl(const DeclContext *Context, const Decl *D) {
  if (Showing || HiddenNow.empty() || !isa<NamedDecl>(D) || isa<BaseUsingDecl>(D))
    return;
  auto &New = const_cast<NamedDecl &>(cast<NamedDecl>(*D));
  for (Hidden &Entry : HiddenNow) {
    if (Entry.Replaced || Entry.Old->getDeclName() != New.getDeclName() || Entry.Context != Context->getPrimaryContext())
      continue;
    bool Differs = false;
    if (!isUnfinished(New) && !replaces(New, *Entry.Old, Differs)) {
      // Another one of those that the same `using` brings in may.
      if (isa<UsingShadowDecl>(New))
        continue;
      // Beside a device function that took the place of one for both sides, this one takes that one's place on the host, and the reverse.
      FunctionDecl *Function = functionOf(New), *Beside = functionOf(*Entry.Old);
      if (Function && Beside && sameParameters(*Function, *Beside) && onOtherSide(*Function, *Beside))
        noteReplacement(New);
      show(Entry);
      Entry.Old = nullptr;
      continue;
    }
    Entry.Replaced = true;
    if (isUnfinished(New))
      Undecided.push_back({Entry.Old, &New});
    else
      takePlace(New, *Entry.Old, Differs);
  }
  llvm::erase_if(HiddenNow, [](const Hidden &Entry) { return !Entry.Old; });
}

// The newest version before `Old` that older code can leave for `New`; null if there is none.
NamedDecl *Redeclarations::versionLike(NamedDecl &New, NamedDecl &Old) {
  for (auto *Version = cast<NamedDecl>(Old.getCanonicalDecl()); (Version = Before.lookup(Version));) {
    bool Differs = true;
    if (replaces(New, *Version, Differs) && !Differs)
      return Version;
  }
  return nullptr;
}

void Redeclarations::takePlace(NamedDecl &New, NamedDecl &Old, bool Differs) {
  Before[cast<NamedDecl>(New.getCanonicalDecl())] = cast<NamedDecl>(Old.getCanonicalDecl());
  const FunctionDecl *OldFunction = functionOf(Old);
  if (!OldFunction || OldFunction->isDefined() || Differs) // a declaration is no version of its own
    Superseded.push_back({&Old, &New, cellOf(Old.getLocation()), !Differs && !isType(New)});
  if (isa<TagDecl, ClassTemplateDecl>(Old))
    Successors[Old.getCanonicalDecl()] = CellStarts.back().second;
  NamedDecl *Like = !Differs ? &Old : isType(New) || isa<UsingShadowDecl>(New) ? nullptr : versionLike(New, Old);
  MeantNow.push_back({&Old, &New});
  if (!Like)
    return giveOwnSymbol(New);
  inheritSymbol(New, *Like);
  noteReplacement(New);
  FunctionDecl *Function = functionOf(New);
  if (Function && Function->getReturnType()->getContainedDeducedType())
    UndeducedNow.push_back({Function, functionOf(*Like), QualType()});
  auto *NewTemplate = dyn_cast<FunctionTemplateDecl>(&New), *OldTemplate = dyn_cast<FunctionTemplateDecl>(Like);
  if (NewTemplate && OldTemplate)
    ReplacedTemplates.push_back({NewTemplate, OldTemplate});
  auto *NewVariables = dyn_cast<VarTemplateDecl>(&New), *OldVariables = dyn_cast<VarTemplateDecl>(Like);
  if (NewVariables && OldVariables)
    ReplacedVariables.push_back({NewVariables, OldVariables});
}

// What is inline or `static` is generated where it is used; older code uses it already.
void Redeclarations::noteReplacement(NamedDecl &New) {
  if (FunctionDecl *Function = functionOf(New); Function && !isOfThisSide(*Function))
    return;
  Replacements.push_back(&New);
  if (isa<FunctionDecl, VarDecl>(New) && !New.isTemplated() && !New.hasAttr<UsedAttr>())
    New.addAttr(UsedAttr::CreateImplicit(S.getASTContext()));
}

std::string Redeclarations::nextVersion(const NamedDecl &D) { return "v" + std::to_string(++Versions[D.getQualifiedNameAsString()] + 1); }

// For names that are not mangled, or without regard to tags.
void Redeclarations::giveLabel(NamedDecl &Named, llvm::StringRef Tag) {
  std::string Name = Named.getQualifiedNameAsString() + "." + Tag.str();
  llvm::replace(Name, ':', '.');
  Named.addAttr(AsmLabelAttr::CreateImplicit(S.getASTContext(), Name));
}

void Redeclarations::giveOwnSymbol(NamedDecl &New) {
  NamedDecl *Named = &New;
  if (auto *Template = dyn_cast<TemplateDecl>(&New))
    Named = Template->getTemplatedDecl();
  if (!Named) // a concept
    return;
  ASTContext &Context = S.getASTContext();
  std::string Tag = nextVersion(New);
  auto *Function = dyn_cast<FunctionDecl>(Named);
  auto *Variable = dyn_cast<VarDecl>(Named);
  if ((Function && Function->isExternC()) || (Variable && Variable->isExternC()))
    return giveLabel(*Named, Tag);
  // Itanium's ABI tags: part of the symbol, and of the symbols of everything whose signature mentions the declaration, but
  // not of the name that people see.
  llvm::StringRef Tags[] = {llvm::StringRef(Tag).copy(Context.getAllocator())};
  Named->addAttr(AbiTagAttr::CreateImplicit(Context, Tags, 1));
}

// A third definition takes the place of a second one that had got a symbol of its own.
void Redeclarations::inheritSymbol(NamedDecl &New, const NamedDecl &Old) {
  auto Described = [](auto &D) {
    auto *Template = dyn_cast<TemplateDecl>(&D);
    return Template ? Template->getTemplatedDecl() : &D;
  };
  auto *To = Described(New);
  const auto *From = Described(Old);
  if (!To || !From || !isa<FunctionDecl, VarDecl>(To))
    return;
  ASTContext &Context = S.getASTContext();
  if (const auto *Tags = From->template getAttr<AbiTagAttr>(); Tags && Tags->isImplicit() && !To->template hasAttr<AbiTagAttr>())
    To->addAttr(Tags->clone(Context));
  if (const auto *Label = From->template getAttr<AsmLabelAttr>(); Label && Label->isImplicit() && !To->template hasAttr<AsmLabelAttr>())
    To->addAttr(Label->clone(Context));
  OtherLinkage.push_back({To, From});
}

void Redeclarations::afterDeclaration() {
  for (Hidden &Entry : HiddenNow)
    if (!Entry.Replaced && !llvm::any_of(HiddenNow, [&](const Hidden &Other) {
          // Old enumerators go with their enumeration.
          return Other.Replaced && isa<EnumConstantDecl>(Entry.Old) && Entry.Old->getDeclContext() == dyn_cast<DeclContext>(Other.Old);
        }))
      show(Entry);
  HiddenNow.clear();
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
  for (Replaced &Entry : Superseded)
    if (Entry.New == Named)
      Entry.Followed = false;
  llvm::erase(Replacements, Named);
  for (FunctionDecl *Declared : New.redecls()) {
    Declared->dropAttr<AbiTagAttr>();
    Declared->dropAttr<AsmLabelAttr>();
  }
  if (New.getPrimaryTemplate())
    return labelInstance(New);
  giveOwnSymbol(*Named);
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
