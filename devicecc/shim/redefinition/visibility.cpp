#include "redefinition/visibility.h"
#include "redefinition/replacement_rules.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclContextInternals.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace chv {

using Shape = DeclaredName::Shape;

void Visibility::beginCell(const std::vector<std::string> &Forced) {
  auto Shared = std::move(Cell.SharedInBodies);
  Cell = {};
  Cell.Forced = Forced;
  for (VarDecl *Variable : Shared)
    hide(*Variable->getDeclContext()->getRedeclContext()->getPrimaryContext(), *Variable);
  Declaration = {};
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

// What an inline namespace has is found in the one around it as well: `namespace a { inline namespace v1 { int f(); } }` has `a::f`.
static DeclContext &innermost(DeclContext &Context, NamedDecl &Old) {
  DeclContext *Own = Old.getDeclContext()->getRedeclContext()->getPrimaryContext();
  return Own->isInlineNamespace() ? *Own : Context;
}

void Visibility::hide(DeclContext &Context, NamedDecl &Old) {
  for (DeclContext *In = &innermost(Context, Old); In; In = In->isInlineNamespace() || In->isTransparentContext()
                                                ? In->getParent()->getPrimaryContext()
                                                : nullptr)
    removeFrom(*In, Old);
  NamedDecl *OfC = nullptr;
  for (Decl *Declared : Old.redecls())
    if (removeFrom(*S.getASTContext().getExternCContextDecl(), cast<NamedDecl>(*Declared)))
      OfC = cast<NamedDecl>(Declared);
  // `using namespace a;` has no name that one could write.
  if (!isa<UsingDirectiveDecl>(Old))
    for (auto I = S.IdResolver.begin(Old.getDeclName()); I != S.IdResolver.end(); ++I)
      if (*I == &Old) {
        S.IdResolver.RemoveDecl(&Old);
        break;
      }
  if (S.TUScope)
    S.TUScope->RemoveDecl(&Old);
  Declaration.Hidden.push_back({&Context, &Old, OfC});
}

void Visibility::hideForGood(DeclContext &Context, NamedDecl &Old) {
  hide(Context, Old);
  Declaration.Hidden.back().Replaced = true;
}

void Visibility::hideOfLibrary(DeclContext &Context, NamedDecl &Old) {
  hide(Context, Old);
  Declaration.Hidden.back().OfLibrary = true;
}

void Visibility::restore(const HiddenName &Entry) {
  Restoring = true;
  innermost(*Entry.Context, *Entry.Old).makeDeclVisibleInContext(Entry.Old);
  if (Entry.OfC)
    S.getASTContext().getExternCContextDecl()->makeDeclVisibleInContext(Entry.OfC);
  Restoring = false;
}

bool Visibility::isHidden(const NamedDecl &Old) const {
  return llvm::any_of(Declaration.Hidden, [&](const HiddenName &Entry) { return Entry.Old == &Old; });
}

void Visibility::decide(llvm::function_ref<Fate(HiddenName &)> FateOf) {
  for (HiddenName &Entry : Declaration.Hidden)
    if (FateOf(Entry) == Fate::Returns) {
      restore(Entry);
      Entry.Old = nullptr;
    }
  llvm::erase_if(Declaration.Hidden, [](const HiddenName &Entry) { return !Entry.Old; });
}

void Visibility::settle(bool AtEnd, llvm::function_ref<void(NamedDecl &Old, NamedDecl &New)> Gone) {
  std::vector<HiddenName> Settled = std::exchange(Declaration.Hidden, {});
  Declaration.Friends.clear();
  // `enum E { A };` has gone, and `A` goes with it.
  auto goesWithItsEnum = [&](const NamedDecl &Old) {
    return isa<EnumConstantDecl>(Old) && llvm::any_of(Settled, [&](const HiddenName &Other) {
             return Other.Replaced && Old.getDeclContext() == dyn_cast<DeclContext>(Other.Old);
           });
  };
  for (const HiddenName &Entry : Settled)
    if (Entry.OfLibrary && Entry.Replaced)
      Session.OfLibrary[Entry.Old->getDeclName()].push_back(Entry);
  for (HiddenName &Entry : Settled)
    if (Entry.ByNamespace && !AtEnd)
      Declaration.Hidden.push_back(Entry);
    else if (!Entry.Replaced && Entry.Behind)
      Gone(*Entry.Old, *Entry.Behind);
    else if (!Entry.Replaced && !goesWithItsEnum(*Entry.Old))
      restore(Entry);
  Defaults.giveBack();
}

void Visibility::giveBackOfLibrary(DeclarationName Name) {
  auto Found = Session.OfLibrary.find(Name);
  if (Found == Session.OfLibrary.end() ||
      llvm::any_of(Found->second.front().Context->lookup(Name), [this](const NamedDecl *D) { return Known.isOfSession(*D); }))
    return;
  for (const HiddenName &Entry : Found->second)
    restore(Entry);
  Session.OfLibrary.erase(Found);
}

static bool isCompleteType(const NamedDecl &D) {
  if (const auto *Tag = dyn_cast<TagDecl>(&D))
    return Tag->getDefinition() != nullptr;
  if (const auto *Template = dyn_cast<ClassTemplateDecl>(&D))
    return Template->getTemplatedDecl()->getDefinition() != nullptr;
  return true;
}

// Classes and enums may share their name with a function or a variable: `struct stat {};` and `int stat();`.
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

// Does a class name this function its friend? Then the newest one has to be that function, or it may not use what is private:
// `int f(); class A { int x; friend int f(); };`, and `f` is defined again.
static bool isFriend(FunctionDecl &Function) {
  return llvm::any_of(Function.redecls(), [](const FunctionDecl *D) {
    return D->getFriendObjectKind() != Decl::FOK_None && !D->isThisDeclarationADefinition();
  });
}

// The enumerators of an unscoped enumeration are names beside it: `A` of `enum E { A };`.
static llvm::SmallVector<NamedDecl *, 4> enumeratorsBeside(const DeclContext &Context, NamedDecl &D) {
  llvm::SmallVector<NamedDecl *, 4> Found;
  if (auto *Enum = dyn_cast<EnumDecl>(&D); Enum && !Enum->isScoped())
    for (EnumConstantDecl *Constant : Enum->enumerators())
      if (llvm::is_contained(Context.lookup(Constant->getDeclName()), Constant))
        Found.push_back(Constant);
  return Found;
}

bool Visibility::isInTheWay(const DeclContext &Context, const DeclaredName &Name, const NamedDecl &D) const {
  // What a `using` brings in has declarations of its own.
  if (!Known.isOlder(D) || isa<BaseUsingDecl>(D))
    return false;
  // `inline namespace v1 { struct X {}; } int X();` would be ambiguous.
  bool OfInner = isa<TagDecl>(D) && contextOf(D) != &Context && (Name.What == Shape::Function || Name.What == Shape::Object);
  return collides(Name, D) || OfInner;
}

void Visibility::hideIn(DeclContext &Context, const DeclaredName &Name, DeclarationName Declared) {
  llvm::SmallVector<NamedDecl *, 4> Old;
  for (NamedDecl *D : Context.lookup(Declared))
    if (isInTheWay(Context, Name, *D))
      Old.push_back(D);
  for (NamedDecl *D : Old) {
    FunctionDecl *Function = functionOf(*D);
    if (Function && isFriend(*Function) && contextOf(*D) == &Context) {
      Older.take(*D, /*AnyPlace=*/true);
      Declaration.Friends.push_back({&Context, Function});
      continue;
    }
    hide(Context, *D);
    Declaration.Hidden.back().ByNamespace = Name.What == Shape::Namespace;
    for (NamedDecl *Constant : enumeratorsBeside(Context, *D))
      hide(Context, *Constant);
  }
}

void Visibility::hideFor(const DeclaredName &Name) {
  if (Name.What == Shape::UsingEnum)
    return;
  DeclarationName Declared = Names.nameOf(Name.Name);
  if (!Name.Specialization && !Name.Qualifiers)
    hideAround(Name, Declared);
  DeclContext *Context = Names.find(Name.Path);
  if (!Context)
    return;
  if (auto *Class = dyn_cast<CXXRecordDecl>(Context))
    return Older.takeMembers(*Class, Name);
  // `int space::f() { return 2; }` needs the declaration of `f` in `space`. Only an older body is in the way.
  if (Name.Specialization || Name.Qualifiers) {
    for (NamedDecl *D : Context->lookup(Declared))
      if (!Name.Specialization)
        Older.take(*D, /*AnyPlace=*/true);
      else if (auto *Template = dyn_cast<FunctionTemplateDecl>(D))
        Older.takeInstances(*Template);
    return;
  }
  hideOfC(Name);
  // `V(int) -> V<float>;` has a name of its own, which its template gives.
  if (Name.What == Shape::Guide)
    for (NamedDecl *D : Context->lookup(Declared))
      if (auto *Template = dyn_cast<ClassTemplateDecl>(D))
        Declared = S.getASTContext().DeclarationNames.getCXXDeductionGuideName(Template);
  if (Name.What == Shape::Forward || Name.What == Shape::Call)
    for (NamedDecl *D : Context->lookup(Declared))
      Defaults.take(*D, Name);
  // `struct S;` is the older class.
  if (Name.What != Shape::Forward)
    hideIn(*Context, Name, Declared);
}

// What has C's linkage is one thing, whatever namespace declares it, and no global variable may have its name: `namespace a { extern "C" int f(); }`, then
// `namespace b { extern "C" int f(); }` or `int f = 1;`. Clang's own table of such has no device functions.
void Visibility::hideOfC(const DeclaredName &Name) {
  bool Global = Name.What == Shape::Object && Name.Path.empty();
  if (!Global && (!Name.InC || (Name.What != Shape::Function && Name.What != Shape::Object)))
    return;
  llvm::SmallVector<NamedDecl *, 2> Old;
  if (Name.InC && !Name.Path.empty())
    for (NamedDecl *D : Names.find({})->lookup(Names.nameOf(Name.Name)))
      if (Known.isOlder(*D) && isa<VarDecl>(D))
        Old.push_back(D);
  for (NamedDecl *D : Names.inNamespaces(Names.nameOf(Name.Name)))
    if (isExternC(*D) && Known.isOlder(*D) && contextOf(*D) != Names.find(Name.Path))
      Old.push_back(D);
  for (NamedDecl *D : Old)
    hide(const_cast<DeclContext &>(*contextOf(*D)), *D);
}

// Names of inline and unnamed namespaces are names of what is around these as well, so one that has moved in or out would be ambiguous, with a class too:
// `namespace { int x = 1; }`, then `int x = 2;`.
void Visibility::hideAround(const DeclaredName &Name, DeclarationName Declared) {
  if (Name.What != Shape::Type && Name.What != Shape::Function && Name.What != Shape::Object)
    return;
  DeclContext *Own = Names.find(Name.Path);
  llvm::SmallVector<std::pair<DeclContext *, NamedDecl *>, 4> Old;
  for (const DeclContext *In : Names.around(Name)) {
    if (In == Own || !In->isFileContext())
      continue;
    for (NamedDecl *D : In->lookup(Declared))
      // What the namespace itself has is hidden there.
      if (Known.isOlder(*D) && !isa<BaseUsingDecl>(D) && D->getDeclContext()->getRedeclContext()->getPrimaryContext() != Own &&
          (isa<TagDecl>(D) || collides(Name, *D)))
        Old.push_back({const_cast<DeclContext *>(In), D});
  }
  for (auto [In, D] : Old)
    hide(*In, *D);
}

void Visibility::hideEnumerators(const DeclaredName &Name) {
  size_t Depth = Name.Path.size() - Name.Qualifiers;
  DeclContext *Context = Names.find(llvm::ArrayRef(Name.Path).take_front(Depth));
  llvm::SmallVector<llvm::StringRef, 4> Path;
  const EnumDecl *Enum = nullptr;
  for (size_t Around = Depth + 1; Context && !Enum && Around-- > 0;) {
    Path.assign(Name.Path.begin(), Name.Path.begin() + Around);
    Path.append(Name.Path.begin() + Depth, Name.Path.end());
    if (DeclContext *In = Names.find(Path))
      for (NamedDecl *D : In->lookup(Names.nameOf(Name.Name)))
        if (auto *Found = dyn_cast<EnumDecl>(D->getUnderlyingDecl()))
          Enum = Found->getDefinition();
  }
  if (!Context || !Enum)
    return;
  for (const EnumConstantDecl *Constant : Enum->enumerators()) {
    llvm::SmallVector<NamedDecl *, 2> Old;
    for (NamedDecl *D : Context->lookup(Constant->getDeclName()))
      if (Known.isOlder(*D) && !isa<BaseUsingDecl>(D) && D != Constant && collides(Name, *D))
        Old.push_back(D);
    for (NamedDecl *D : Old)
      hide(*Context, *D);
  }
}

void Visibility::hideFriends(const DeclContext &Context, NamedDecl &New) {
  FunctionDecl *Function = functionOf(New);
  if (!Function || Function->getFriendObjectKind() != Decl::FOK_None)
    return;
  llvm::erase_if(Declaration.Friends, [&](const std::pair<DeclContext *, FunctionDecl *> &Entry) {
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

void Visibility::hideForUsing(const DeclaredName &Name) {
  bool Brought = Name.What == Shape::Object && !Name.Qualifiers && !Name.Specialization;
  DeclContext *Context = Brought ? Names.find(Name.Path) : nullptr;
  if (!Context)
    return;
  llvm::SmallVector<NamedDecl *, 2> Tags;
  for (NamedDecl *D : Context->lookup(Names.nameOf(Name.Name)))
    if (isa<TagDecl, UsingEnumDecl>(D) && Known.isOlder(*D))
      Tags.push_back(D);
  for (NamedDecl *D : Tags)
    hide(*Context, *D);
}

} // namespace chv
