// Which older declarations are in the way of the next one: they are hidden from lookup while it is parsed.
#include "redeclarations.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclContextInternals.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace chv {

using Shape = DeclaredName::Shape;

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
        else if (auto *Alias = dyn_cast<NamespaceAliasDecl>(D))
          Inner = Alias->getNamespace();
        else if (auto *Alias = dyn_cast<TypedefNameDecl>(D))
          Inner = Alias->getUnderlyingType()->getAsCXXRecordDecl();
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

void Redeclarations::beforeDeclaration(const Token &First) {
  const SourceManager &Sources = S.getSourceManager();
  SourceLocation Start = Sources.getExpansionLoc(First.getLocation());
  if (CellStarts.empty() || Start.isInvalid() || Start < CellBegin || Sources.isInSystemHeader(Start))
    return;
  auto [File, Offset] = Sources.getDecomposedLoc(Start);
  Current = {Start, Sources.getBufferData(File).drop_front(Offset), {}};
  llvm::StringRef Behind = Current.Text;
  Current.Members = declaredNames(Behind, S.getLangOpts(), [this](auto Names) { return namesValue(Names); });
  std::reverse(Current.Members.begin(), Current.Members.end());
  for (const DeclaredName &Name : Current.Members)
    forgetMacro(Name.Name, placeOf(Name.Name));
  reach(First);
  hideForced();
  keepUnchanged();
  passOutside(First);
}

static bool isOutside(const DeclaredName &Name) { return Name.Type && Name.Qualifiers > 0 && !Name.Specialization; }

// Called with each token. Members of a namespace are declared one after the other too: what stands before one that is declared again means the older one.
void Redeclarations::reach(const Token &Next) {
  if (Current.Members.empty())
    return;
  const SourceManager &Sources = S.getSourceManager();
  SourceLocation Where = Sources.getExpansionLoc(Next.getLocation());
  if (Where.isInvalid() || Where < Current.Start || Sources.getFileID(Where) != Sources.getFileID(Current.Start))
    return;
  const char *Place = Current.Text.begin() + (Where.getRawEncoding() - Current.Start.getRawEncoding());
  for (const DeclaredName &Name : Current.Members)
    if (Name.Start == Place && isOutside(Name))
      Again.Outside.push_back(Name);
  // When clang reads the first token of one, it may not be through with the one before it.
  auto isReached = [&](const DeclaredName &Name) { return Name.Start < Place || (Name.Start == Place && Where == Current.Start); };
  std::vector<DeclaredName> Reached;
  for (auto &Members = Current.Members; !Members.empty() && isReached(Members.back()); Members.pop_back())
    Reached.push_back(std::move(Members.back()));
  if (Reached.empty())
    return;
  settleHidden(/*AtEnd=*/false);
  // While the older enum is there.
  for (const DeclaredName &Name : Reached)
    if (Name.What == Shape::UsingEnum)
      hideEnumerators(Name);
  for (const DeclaredName &Name : Reached)
    declareAgain(Name);
  hideForced();
}

SourceLocation Redeclarations::placeOf(llvm::StringRef Part) const { return Current.Start.getLocWithOffset(Part.data() - Current.Text.data()); }

void Redeclarations::declareAgain(const DeclaredName &Name) {
  if (Name.Specialization && !Name.After.empty())
    awaitSpecialization(Name, placeOf(Name.Closer), placeOf(Name.After));
  hideFor(Name);
  hideForUsing(Name);
  if (Name.Type && Name.What == Shape::Type && !isOutside(Name) && olderOf(Name))
    Again.Types.push_back(Name);
}

void Redeclarations::hideForced() {
  for (const std::string &Name : ForcedNames)
    for (Shape What : {Shape::Function, Shape::Object, Shape::Type})
      hideFor({What, {}, Name});
}

// What a declaration is to be taken for if the text behind it defines what it only declares.
static std::optional<Shape> definitionOf(Shape Declaration, Shape Later) {
  bool Defines = Declaration == Shape::Forward ? Later == Shape::Type : Later == Shape::Function || Later == Shape::Object;
  return Defines ? std::optional(Later) : std::nullopt;
}

// Text is read ahead once, however many declarations it has, and again behind a part that the preprocessor skipped if that was read for more than it is.
void Redeclarations::readAhead(const char *Reached) {
  llvm::StringRef Text = Current.Text;
  if (Ahead.Text.end() == Text.end() && Text.begin() >= Ahead.Text.begin() && Ahead.Starts.contains(Reached))
    return;
  Ahead = {Text, {}, {}};
  while (!Text.empty())
    for (DeclaredName &Name : declaredNames(Text, S.getLangOpts(), [this](auto Names) { return namesValue(Names); })) {
      Ahead.Starts.insert(Name.Start);
      Ahead.Names[Name.Name].push_back(std::move(Name));
    }
}

std::optional<Shape> Redeclarations::definedBehind(const DeclaredName &Declared) {
  readAhead(Declared.Start);
  const char *Behind = Declared.Name.end();
  for (const DeclaredName &Later : Ahead.Names.lookup(Declared.Name))
    if (Later.Start >= Behind && Later.Path == Declared.Path && !Later.Specialization)
      if (auto What = definitionOf(Declared.What, Later.What)) {
        // Then it is the older one that is declared.
        if (What == Shape::Type && hasSameDefaults(Declared, olderOf(Later)) && willBeUnchanged(Later, Behind))
          return std::nullopt;
        return What;
      }
  return std::nullopt;
}

bool isType(const NamedDecl &D) { return isa<TypeDecl, ClassTemplateDecl, TypeAliasTemplateDecl>(D); }

TagDecl *namedFor(const NamedDecl &D) {
  const auto *Alias = dyn_cast<TypedefNameDecl>(&D);
  TagDecl *Tag = Alias ? Alias->getUnderlyingType()->getAsTagDecl() : nullptr;
  const TypedefNameDecl *Name = Tag ? Tag->getTypedefNameForAnonDecl() : nullptr;
  return Name && Name->getCanonicalDecl() == Alias->getCanonicalDecl() ? Tag : nullptr;
}

static bool isCompleteType(const NamedDecl &D) {
  if (const auto *Tag = dyn_cast<TagDecl>(&D))
    return Tag->getDefinition() != nullptr;
  if (const auto *Template = dyn_cast<ClassTemplateDecl>(&D))
    return Template->getTemplatedDecl()->getDefinition() != nullptr;
  return true;
}

// Classes and enums may share their name with a function or a variable.
static bool mayShareName(const NamedDecl &D) { return isa<TagDecl>(D); }

// Does this kind of new declaration collide with such an old one?
static bool collides(const DeclaredName &New, const NamedDecl &Old) {
  const auto *Variable = dyn_cast<VarDecl>(&Old);
  const auto *Function = functionOf(const_cast<NamedDecl &>(Old));
  switch (New.What) {
  case Shape::Type:
  case Shape::Forward:
    return !isType(Old) || isCompleteType(Old);
  case Shape::Namespace:
    return !isa<NamespaceDecl>(Old);
  case Shape::Function:
    return !mayShareName(Old);
  case Shape::Call:
    return !mayShareName(Old) && (!Function || (New.InC && !Function->isExternC()));
  case Shape::Object:
  case Shape::UsingEnum: {
    // `extern int x;` waits for a definition.
    bool Declared = Variable && Variable->isThisDeclarationADefinition() == VarDecl::DeclarationOnly && !Variable->getDefinition();
    // A template of variables, or a concept, has its name to itself.
    return (New.Alone || !mayShareName(Old)) && !Declared;
  }
  case Shape::Extern:
    // It refers to the variable that is there; what kernels share has no definition.
    return !mayShareName(Old) && (!Variable || Variable->hasAttr<CUDASharedAttr>());
  case Shape::Guide:
    return !Old.isImplicit();
  }
  llvm_unreachable("all shapes are above");
}

// Does a class name this function its friend? Then the newest one has to be that function, or it may not use what is private.
static bool isFriend(FunctionDecl &Function) {
  return llvm::any_of(Function.redecls(), [](const FunctionDecl *D) {
    return D->getFriendObjectKind() != Decl::FOK_None && !D->isThisDeclarationADefinition();
  });
}

// Has an older cell declared the name, where it is about to be declared or in the namespace around that?
bool Redeclarations::isOlderAround(const DeclaredName &Name) const {
  Spaces Searched = around(Name);
  if (const DeclContext *Own = find(Name.Path))
    Searched.insert(Own);
  return llvm::any_of(Searched, [&](const DeclContext *In) {
    return llvm::any_of(In->lookup(nameOf(Name.Name)), [this](NamedDecl *D) { return isOlder(*D); });
  });
}

// The namespace whose names are the name's neighbours, though it may lie in an unnamed or inline one of it, and its unnamed ones.
Spaces Redeclarations::around(const DeclaredName &Name) const {
  Spaces Found;
  if (const DeclContext *Around = find(llvm::ArrayRef(Name.Path).take_front(Name.Around)))
    addOpened(*Around, Found, /*OnlyUnnamed=*/true);
  return Found;
}

void Redeclarations::hideFor(DeclaredName Name) {
  if (Name.What == Shape::UsingEnum)
    return;
  bool Declares = Name.What == Shape::Forward || Name.What == Shape::Call || Name.What == Shape::Extern;
  if (Declares && isOlderAround(Name))
    Name.What = definedBehind(Name).value_or(Name.What);
  hideOfLibrary(Name);
  if (!Name.Specialization && !Name.Qualifiers)
    hideAround(Name, nameOf(Name.Name));
  DeclContext *Context = find(Name.Path);
  if (!Context)
    return;
  if (auto *Class = dyn_cast<CXXRecordDecl>(Context))
    return Older.takeMembers(*Class, Name);
  DeclarationName Declared = nameOf(Name.Name);
  // What is defined outside its namespace needs its declaration there; only an older body is in the way.
  if (Name.Specialization || Name.Qualifiers) {
    for (NamedDecl *D : Context->lookup(Declared))
      if (!Name.Specialization)
        Older.take(*D, /*AnyPlace=*/true);
      else if (auto *Template = dyn_cast<FunctionTemplateDecl>(D))
        Older.takeInstances(*Template);
    return;
  }
  hideOfC(Name);
  if (Name.What == Shape::Guide)
    for (NamedDecl *D : Context->lookup(Declared))
      if (auto *Template = dyn_cast<ClassTemplateDecl>(D))
        Declared = S.getASTContext().DeclarationNames.getCXXDeductionGuideName(Template);
  if (Name.What == Shape::Forward || Name.What == Shape::Call)
    for (NamedDecl *D : Context->lookup(Declared))
      takeDefaults(*D, Name);
  // A class that is only declared is the older one.
  if (Name.What == Shape::Forward)
    return;
  llvm::SmallVector<NamedDecl *, 4> Old;
  for (NamedDecl *D : Context->lookup(Declared))
    // What a `using` brings in has declarations of its own.
    if (isOlder(*D) && !isa<BaseUsingDecl>(D) && (collides(Name, *D) || (isa<TagDecl>(D) && contextOf(*D) != Context && (Name.What == Shape::Function || Name.What == Shape::Object))))
      Old.push_back(D);
  for (NamedDecl *D : Old) {
    FunctionDecl *Function = functionOf(*D);
    if (Function && isFriend(*Function) && contextOf(*D) == Context) {
      Older.take(*D, /*AnyPlace=*/true);
      FriendsNow.push_back({Context, Function});
      continue;
    }
    hide(*Context, *D);
    HiddenNow.back().ByNamespace = Name.What == Shape::Namespace;
    // The enumerators of an unscoped enumeration are names beside it.
    if (auto *Enum = dyn_cast<EnumDecl>(D); Enum && !Enum->isScoped())
      for (EnumConstantDecl *Constant : Enum->enumerators())
        if (llvm::is_contained(Context->lookup(Constant->getDeclName()), Constant))
          hide(*Context, *Constant);
  }
}

// What namespaces have under this name.
llvm::SmallVector<NamedDecl *, 4> Redeclarations::visibleOf(DeclarationName Name) const {
  llvm::SmallVector<NamedDecl *, 4> Found;
  auto Known = Homes.find(Name);
  if (Known != Homes.end())
    for (const DeclContext *Home : Known->second)
      for (NamedDecl *D : Home->lookup(Name))
        if (contextOf(*D) == Home && !isa<UsingShadowDecl>(D))
          Found.push_back(D);
  return Found;
}

// What has C's linkage is one thing, whatever namespace declares it, and no global variable may have its name. Clang's own table of such has no device functions.
void Redeclarations::hideOfC(const DeclaredName &Name) {
  bool Global = Name.What == Shape::Object && Name.Path.empty();
  if (!Global && (!Name.InC || (Name.What != Shape::Function && Name.What != Shape::Object)))
    return;
  llvm::SmallVector<NamedDecl *, 2> Old;
  if (Name.InC && !Name.Path.empty())
    for (NamedDecl *D : find({})->lookup(nameOf(Name.Name)))
      if (isOlder(*D) && isa<VarDecl>(D))
        Old.push_back(D);
  for (NamedDecl *D : visibleOf(nameOf(Name.Name)))
    if (isExternC(*D) && isOlder(*D) && contextOf(*D) != find(Name.Path))
      Old.push_back(D);
  for (NamedDecl *D : Old)
    hide(const_cast<DeclContext &>(*contextOf(*D)), *D);
}

// Names of inline and unnamed namespaces are names of what is around these as well: one that has moved in or out would be ambiguous, with a class too.
void Redeclarations::hideAround(const DeclaredName &Name, DeclarationName Declared) {
  if (Name.What != Shape::Type && Name.What != Shape::Function && Name.What != Shape::Object)
    return;
  DeclContext *Own = find(Name.Path);
  llvm::SmallVector<std::pair<DeclContext *, NamedDecl *>, 4> Old;
  for (const DeclContext *In : around(Name)) {
    if (In == Own || !In->isFileContext())
      continue;
    for (NamedDecl *D : In->lookup(Declared))
      // What the namespace itself has is hidden there.
      if (isOlder(*D) && !isa<BaseUsingDecl>(D) && D->getDeclContext()->getRedeclContext()->getPrimaryContext() != Own &&
          (isa<TagDecl>(D) || collides(Name, *D)))
        Old.push_back({const_cast<DeclContext *>(In), D});
  }
  for (auto [In, D] : Old)
    hide(*In, *D);
}

// `using enum` is about to bring in the enumerators of this enum.
void Redeclarations::hideEnumerators(const DeclaredName &Name) {
  size_t Depth = Name.Path.size() - Name.Qualifiers;
  DeclContext *Context = find(llvm::ArrayRef(Name.Path).take_front(Depth));
  llvm::SmallVector<llvm::StringRef, 4> Path;
  const EnumDecl *Enum = nullptr;
  for (size_t Around = Depth + 1; Context && !Enum && Around-- > 0;) {
    Path.assign(Name.Path.begin(), Name.Path.begin() + Around);
    Path.append(Name.Path.begin() + Depth, Name.Path.end());
    if (DeclContext *In = find(Path))
      for (NamedDecl *D : In->lookup(nameOf(Name.Name)))
        if (auto *Found = dyn_cast<EnumDecl>(D->getUnderlyingDecl()))
          Enum = Found->getDefinition();
  }
  if (!Context || !Enum)
    return;
  for (const EnumConstantDecl *Constant : Enum->enumerators()) {
    llvm::SmallVector<NamedDecl *, 2> Old;
    for (NamedDecl *D : Context->lookup(Constant->getDeclName()))
      if (isOlder(*D) && !isa<BaseUsingDecl>(D) && D != Constant && collides(Name, *D))
        Old.push_back(D);
    for (NamedDecl *D : Old)
      hide(*Context, *D);
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
  // What has nothing under a name, and says so, does not look into the precompiled header again.
  if (Found->second.isNull() && !Context.hasExternalVisibleStorage())
    Map->erase(Found);
  return true;
}

// A friend of a class that has been defined again takes the newer class: it is another function than the older class's friend.
void Redeclarations::hideFriends(const DeclContext &Context, NamedDecl &New) {
  FunctionDecl *Function = functionOf(New);
  if (!Function || Function->getFriendObjectKind() != Decl::FOK_None)
    return;
  llvm::erase_if(FriendsNow, [&](const std::pair<DeclContext *, FunctionDecl *> &Entry) {
    bool OtherTypes = false;
    FunctionTemplateDecl *Template = Entry.second->getDescribedFunctionTemplate();
    NamedDecl *Old = Template ? static_cast<NamedDecl *>(Template) : Entry.second;
    bool Older = Entry.first == Context.getPrimaryContext() && Old->getDeclName() == New.getDeclName() &&
                 sameParameters(*Function, *Entry.second, OtherTypes) && OtherTypes;
    if (Older)
      hide(*Entry.first, *Old);
    return Older;
  });
}

// What an edited file declares now, and its older text had as a macro, is not what that makes of it.
void Redeclarations::forgetMacro(llvm::StringRef Name, SourceLocation Where) {
  Preprocessor &PP = S.getPreprocessor();
  IdentifierInfo *Identifier = &PP.getIdentifierTable().get(Name);
  const MacroInfo *Macro = PP.getMacroInfo(Identifier);
  if (!Macro || !isOfSession(Macro->getDefinitionLoc()) || !isOfOlderText(Macro->getDefinitionLoc(), Where))
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

// What an inline namespace has is found in the one around it as well.
static DeclContext &innermost(DeclContext &Context, NamedDecl &Old) {
  DeclContext *Own = Old.getDeclContext()->getRedeclContext()->getPrimaryContext();
  return Own->isInlineNamespace() ? *Own : Context;
}

void Redeclarations::hide(DeclContext &Context, NamedDecl &Old) {
  for (DeclContext *In = &innermost(Context, Old); In; In = In->isInlineNamespace() || In->isTransparentContext()
                                                ? In->getParent()->getPrimaryContext()
                                                : nullptr)
    removeFrom(*In, Old);
  NamedDecl *OfC = nullptr;
  for (Decl *Declared : Old.redecls())
    if (removeFrom(*S.getASTContext().getExternCContextDecl(), cast<NamedDecl>(*Declared)))
      OfC = cast<NamedDecl>(Declared);
  for (auto I = S.IdResolver.begin(Old.getDeclName()); I != S.IdResolver.end(); ++I)
    if (*I == &Old) {
      S.IdResolver.RemoveDecl(&Old);
      break;
    }
  if (S.TUScope)
    S.TUScope->RemoveDecl(&Old);
  HiddenNow.push_back({&Context, &Old, OfC});
}

void Redeclarations::show(Hidden &Entry) {
  Showing = true;
  innermost(*Entry.Context, *Entry.Old).makeDeclVisibleInContext(Entry.Old);
  if (Entry.OfC)
    S.getASTContext().getExternCContextDecl()->makeDeclVisibleInContext(Entry.OfC);
  Showing = false;
}

} // namespace chv
