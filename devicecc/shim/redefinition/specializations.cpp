#include "redefinition/specializations.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace chv {

namespace {

// Clang's lists of specializations are its own.
struct OpenClassTemplate : ClassTemplateDecl {
  static constexpr auto Full = &OpenClassTemplate::getSpecializations;
  static constexpr auto Partial =
      static_cast<llvm::FoldingSetVector<ClassTemplatePartialSpecializationDecl> &(ClassTemplateDecl::*)() const>(
          &OpenClassTemplate::getPartialSpecializations);
};

struct OpenVarTemplate : VarTemplateDecl {
  static constexpr auto Full = &OpenVarTemplate::getSpecializations;
  static constexpr auto Partial = static_cast<llvm::FoldingSetVector<VarTemplatePartialSpecializationDecl> &(VarTemplateDecl::*)() const>(
      &OpenVarTemplate::getPartialSpecializations);
};

struct OpenFunctionTemplate : FunctionTemplateDecl {
  static constexpr auto Full = &OpenFunctionTemplate::getSpecializations;
};

template <class T> llvm::FoldingSetNodeID profileOf(const T &Special) {
  llvm::FoldingSetNodeID Made;
  Special.Profile(Made);
  return Made;
}

template <class T> bool sameArguments(const NamedDecl &Special, const NamedDecl &Other) {
  const auto *First = dyn_cast<T>(&Special), *Second = dyn_cast<T>(&Other);
  return First && Second && profileOf(*First) == profileOf(*Second);
}

// Makes the list one of these. A node remembers its neighbour in the list that it was in.
template <class T> void fill(llvm::FoldingSetVector<T> &List, llvm::ArrayRef<T *> Specials) {
  List.clear();
  for (T *Special : Specials) {
    static_cast<llvm::FoldingSetNode *>(Special)->SetNextInBucket(nullptr);
    List.GetOrInsertNode(Special);
  }
}

// What is only named or declared waits for a definition.
template <class T>
void take(llvm::FoldingSetVector<T> &List, llvm::SmallVectorImpl<NamedDecl *> &Taken, llvm::function_ref<bool(const NamedDecl &)> Stays) {
  llvm::SmallVector<T *, 8> Left;
  for (T &Special : List)
    if (Special.getDefinition() && !Stays(Special))
      Taken.push_back(&Special);
    else
      Left.push_back(&Special);
  fill<T>(List, Left);
}

template <class T> void put(llvm::FoldingSetVector<T> &List, llvm::ArrayRef<NamedDecl *> Taken) {
  llvm::SmallVector<T *, 8> All;
  for (NamedDecl *Special : Taken)
    All.push_back(cast<T>(Special));
  for (T &Special : List)
    All.push_back(&Special);
  fill<T>(List, All);
}

template <class T> void remove(llvm::FoldingSetVector<T> &List, llvm::function_ref<bool(T &)> Goes) {
  llvm::SmallVector<T *, 8> Left;
  for (T &Special : List)
    if (!Goes(Special))
      Left.push_back(&Special);
  fill<T>(List, Left);
}

bool isPartial(const NamedDecl &Special) {
  return isa<ClassTemplatePartialSpecializationDecl, VarTemplatePartialSpecializationDecl>(Special);
}

// The partial specialization that an instance was made of, or null.
const NamedDecl *partialOf(const NamedDecl &Instance) {
  if (const auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(&Instance))
    return Class->getInstantiatedFrom().dyn_cast<ClassTemplatePartialSpecializationDecl *>();
  if (const auto *Variable = dyn_cast<VarTemplateSpecializationDecl>(&Instance))
    return Variable->getInstantiatedFrom().dyn_cast<VarTemplatePartialSpecializationDecl *>();
  return nullptr;
}

} // namespace

bool isWritten(const NamedDecl &Special) {
  if (const auto *Variable = dyn_cast<VarTemplateSpecializationDecl>(&Special))
    return Variable->getSpecializationKind() == TSK_ExplicitSpecialization;
  return cast<ClassTemplateSpecializationDecl>(Special).getSpecializationKind() == TSK_ExplicitSpecialization;
}

RedeclarableTemplateDecl &templateOf(NamedDecl &Special) {
  if (auto *Variable = dyn_cast<VarTemplateSpecializationDecl>(&Special))
    return *Variable->getSpecializedTemplate();
  return *cast<ClassTemplateSpecializationDecl>(Special).getSpecializedTemplate();
}

bool haveSameArguments(const NamedDecl &Special, const NamedDecl &Other) {
  if (isPartial(Special) != isPartial(Other))
    return false;
  return isPartial(Special) ? sameArguments<ClassTemplatePartialSpecializationDecl>(Special, Other) ||
                                  sameArguments<VarTemplatePartialSpecializationDecl>(Special, Other)
                            : sameArguments<ClassTemplateSpecializationDecl>(Special, Other) ||
                                  sameArguments<VarTemplateSpecializationDecl>(Special, Other);
}

void removeFromTemplate(NamedDecl &Instance) {
  if (auto *Function = dyn_cast<FunctionDecl>(&Instance))
    return remove<FunctionTemplateSpecializationInfo>((Function->getPrimaryTemplate()->*OpenFunctionTemplate::Full)(),
                                                      [&](auto &Info) { return Info.getFunction() == Function; });
  RedeclarableTemplateDecl &Template = templateOf(Instance);
  if (auto *Classes = dyn_cast<ClassTemplateDecl>(&Template))
    remove<ClassTemplateSpecializationDecl>((Classes->*OpenClassTemplate::Full)(), [&](auto &Entry) { return &Entry == &Instance; });
  else
    remove<VarTemplateSpecializationDecl>((cast<VarTemplateDecl>(Template).*OpenVarTemplate::Full)(),
                                          [&](auto &Entry) { return &Entry == &Instance; });
}

void DeclaredSpecialization::reach(SourceLocation Where, llvm::function_ref<bool(const NamedDecl &)> Stays) {
  if (Reached || Where < After)
    return;
  Reached = true;
  if (auto *Class = dyn_cast<ClassTemplateDecl>(Template)) {
    take((Class->*OpenClassTemplate::Full)(), Full, Stays);
    take((Class->*OpenClassTemplate::Partial)(), Partial, Stays);
  } else if (auto *Variable = dyn_cast<VarTemplateDecl>(Template)) {
    take((Variable->*OpenVarTemplate::Full)(), Full, Stays);
    take((Variable->*OpenVarTemplate::Partial)(), Partial, Stays);
  }
  Hiding = !Full.empty() || !Partial.empty();
}

void DeclaredSpecialization::settle(const NamedDecl &Added, llvm::function_ref<void(NamedDecl &)> Left) {
  auto leaves = [&](NamedDecl *Special) {
    const NamedDecl *Of = partialOf(*Special);
    bool Leaves = haveSameArguments(*Special, Added) || (Of && haveSameArguments(*Of, Added));
    if (Leaves)
      Left(*Special);
    return Leaves;
  };
  llvm::erase_if(Full, leaves);
  llvm::erase_if(Partial, leaves);
  giveBack();
}

void DeclaredSpecialization::giveBack() {
  if (!std::exchange(Hiding, false))
    return;
  if (auto *Class = dyn_cast<ClassTemplateDecl>(Template)) {
    put((Class->*OpenClassTemplate::Full)(), Full);
    put((Class->*OpenClassTemplate::Partial)(), Partial);
  } else if (auto *Variable = dyn_cast<VarTemplateDecl>(Template)) {
    put((Variable->*OpenVarTemplate::Full)(), Full);
    put((Variable->*OpenVarTemplate::Partial)(), Partial);
  }
}

// Gives the place where a specialization remembers what it is made of, which clang changes in one direction only.
static constexpr auto madeOf();
template <auto Place> struct Opening {
  friend constexpr auto madeOf() { return Place; }
};
template struct Opening<&ClassTemplateSpecializationDecl::SpecializedTemplate>;

struct VersionNames::Entry {
  ClassTemplateSpecializationDecl *Special;
  std::decay_t<decltype(Special->*madeOf())> Of;
  ClassTemplateDecl *Name;
};

VersionNames::VersionNames() = default;
VersionNames::~VersionNames() = default;

// What can stand for a class template in the symbols of a specialization: another template of its name, with a tag.
static ClassTemplateDecl &nameTemplate(ClassTemplateDecl &Template, llvm::StringRef Tag) {
  ASTContext &Context = Template.getASTContext();
  DeclContext *Scope = Template.getDeclContext();
  CXXRecordDecl *Older = Template.getTemplatedDecl();
  SourceLocation Place = Template.getLocation();
  auto *Class = CXXRecordDecl::Create(Context, Older->getTagKind(), Scope, Place, Place, Older->getIdentifier());
  auto *Made = ClassTemplateDecl::Create(Context, Scope, Place, Template.getDeclName(), Template.getTemplateParameters(), Class);
  Class->setDescribedClassTemplate(Made);
  llvm::SmallVector<llvm::StringRef, 2> Tags{Tag.copy(Context.getAllocator())};
  if (const auto *Own = Older->getAttr<AbiTagAttr>())
    Tags.append(Own->tags_begin(), Own->tags_end());
  llvm::sort(Tags);
  Class->addAttr(AbiTagAttr::CreateImplicit(Context, Tags.data(), Tags.size()));
  return *Made;
}

void VersionNames::add(ClassTemplateSpecializationDecl &Special, llvm::StringRef Tag) {
  ClassTemplateDecl &Name = nameTemplate(*Special.getSpecializedTemplate(), Tag);
  Entries.push_back({&Special, Special.*madeOf(), &Name});
}

bool VersionNames::contains(const ClassTemplateSpecializationDecl &Special) const {
  return llvm::any_of(Entries, [&](const Entry &Known) { return Known.Special == &Special; });
}

void VersionNames::use(bool ByVersions) {
  if (std::exchange(Using, ByVersions) == ByVersions)
    return;
  for (Entry &Known : Entries) {
    if (ByVersions)
      Known.Of = Known.Special->*madeOf();
    for (TagDecl *Declared : Known.Special->redecls()) {
      auto &Place = cast<ClassTemplateSpecializationDecl>(Declared)->*madeOf();
      if (ByVersions)
        Place = Known.Name;
      else
        Place = Known.Of;
    }
  }
}

} // namespace chv
