#include "specializations.h"
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
template <class T> void take(llvm::FoldingSetVector<T> &List, llvm::SmallVectorImpl<NamedDecl *> &Taken) {
  llvm::SmallVector<T *, 8> Left;
  for (T &Special : List)
    if (Special.getDefinition())
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

} // namespace

void HiddenSpecializations::hide(RedeclarableTemplateDecl &Hidden) {
  giveBack();
  if (auto *Class = dyn_cast<ClassTemplateDecl>(&Hidden)) {
    take((Class->*OpenClassTemplate::Full)(), Full);
    take((Class->*OpenClassTemplate::Partial)(), Partial);
  } else if (auto *Variable = dyn_cast<VarTemplateDecl>(&Hidden)) {
    take((Variable->*OpenVarTemplate::Full)(), Full);
  }
  if (!Full.empty() || !Partial.empty())
    Template = &Hidden;
}

void HiddenSpecializations::settle(const NamedDecl &Added, llvm::function_ref<void(NamedDecl &)> Left) {
  auto leaves = [&](NamedDecl *Special) {
    bool Same = sameArguments<ClassTemplatePartialSpecializationDecl>(*Special, Added) ||
                sameArguments<VarTemplateSpecializationDecl>(*Special, Added);
    if (!isa<ClassTemplatePartialSpecializationDecl>(Special) && !isa<ClassTemplatePartialSpecializationDecl>(Added))
      Same |= sameArguments<ClassTemplateSpecializationDecl>(*Special, Added);
    if (const auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(Special); Instance && !Same)
      if (const auto *Of = Instance->getInstantiatedFrom().dyn_cast<ClassTemplatePartialSpecializationDecl *>())
        Same = sameArguments<ClassTemplatePartialSpecializationDecl>(*Of, Added);
    if (Same)
      Left(*Special);
    return Same;
  };
  llvm::erase_if(Full, leaves);
  llvm::erase_if(Partial, leaves);
  giveBack();
}

void HiddenSpecializations::giveBack() {
  if (auto *Class = dyn_cast_or_null<ClassTemplateDecl>(Template)) {
    put((Class->*OpenClassTemplate::Full)(), Full);
    put((Class->*OpenClassTemplate::Partial)(), Partial);
  } else if (auto *Variable = dyn_cast_or_null<VarTemplateDecl>(Template)) {
    put((Variable->*OpenVarTemplate::Full)(), Full);
  }
  Template = nullptr;
  Full.clear();
  Partial.clear();
}

ClassTemplateDecl &nameTemplate(ClassTemplateDecl &Template, llvm::StringRef Tag) {
  ASTContext &Context = Template.getASTContext();
  DeclContext *Scope = Template.getDeclContext();
  CXXRecordDecl *Older = Template.getTemplatedDecl();
  SourceLocation Place = Template.getLocation();
  auto *Class = CXXRecordDecl::Create(Context, Older->getTagKind(), Scope, Place, Place, Older->getIdentifier());
  auto *Made = ClassTemplateDecl::Create(Context, Scope, Place, Template.getDeclName(), Template.getTemplateParameters(), Class);
  Class->setDescribedClassTemplate(Made);
  llvm::StringRef Tags[] = {Tag.copy(Context.getAllocator())};
  Class->addAttr(AbiTagAttr::CreateImplicit(Context, Tags, 1));
  return *Made;
}

} // namespace chv
