#include "ast/items.h"
#include "ast/value.h"
#include "redefinition/replacement_rules.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace chv {

namespace {

ItemKind functionKind(const FunctionDecl &Function) {
  if (Function.hasAttr<CUDAGlobalAttr>())
    return ItemKind::Kernel;
  const auto *Device = Function.getAttr<CUDADeviceAttr>();
  return Device && !Device->isImplicit() ? ItemKind::DeviceFunction : ItemKind::Function;
}

bool isOnlyDeclared(const NamedDecl &D) {
  const auto *Template = dyn_cast<TemplateDecl>(&D);
  const NamedDecl *Declared = Template && Template->getTemplatedDecl() ? Template->getTemplatedDecl() : &D;
  if (const auto *Function = dyn_cast<FunctionDecl>(Declared))
    return !Function->isThisDeclarationADefinition();
  if (const auto *Variable = dyn_cast<VarDecl>(Declared))
    return Variable->isThisDeclarationADefinition() == VarDecl::DeclarationOnly;
  if (const auto *Tag = dyn_cast<TagDecl>(Declared))
    return !Tag->isThisDeclarationADefinition();
  return false;
}

bool isDeviceVariable(const VarDecl &Variable) {
  const auto *Constant = Variable.getAttr<CUDAConstantAttr>();
  return Variable.hasAttr<CUDADeviceAttr>() || (Constant && !Constant->isImplicit());
}

std::optional<ItemKind> kindOf(const NamedDecl &D) {
  if (isa<TemplateDecl>(D))
    return ItemKind::Template;
  if (const auto *Function = dyn_cast<FunctionDecl>(&D))
    return functionKind(*Function);
  if (const auto *Variable = dyn_cast<VarDecl>(&D))
    return isDeviceVariable(*Variable) ? ItemKind::DeviceVariable : ItemKind::Variable;
  if (isa<BindingDecl>(D))
    return ItemKind::Variable;
  if (isa<TypeDecl>(D))
    return ItemKind::Type;
  if (isa<NamespaceDecl>(D))
    return ItemKind::Namespace;
  return std::nullopt;
}

} // namespace

GlobalDecl globalOf(const FunctionDecl &Function) {
  return Function.hasAttr<CUDAGlobalAttr>() ? GlobalDecl(&Function, KernelReferenceKind::Kernel) : GlobalDecl(&Function);
}

bool hasItemName(const NamedDecl &D) {
  DeclarationName::NameKind Kind = D.getDeclName().getNameKind();
  return D.getIdentifier() || Kind == DeclarationName::CXXOperatorName || Kind == DeclarationName::CXXLiteralOperatorName;
}

std::string itemName(const NamedDecl &D) {
  if (!isa<ClassTemplateSpecializationDecl, VarTemplateSpecializationDecl>(D))
    return D.getQualifiedNameAsString();
  std::string Name;
  llvm::raw_string_ostream Stream(Name);
  D.getNameForDiagnostic(Stream, PrintingPolicy(D.getASTContext().getLangOpts()), /*Qualified=*/true);
  return Name;
}

std::string signatureOf(const NamedDecl &D) {
  PrintingPolicy Policy(D.getASTContext().getLangOpts());
  Policy.SuppressTagKeyword = true;
  const auto *Template = dyn_cast<TemplateDecl>(&D);
  const NamedDecl *Declared = Template && Template->getTemplatedDecl() ? Template->getTemplatedDecl() : &D;
  if (const auto *Value = dyn_cast<ValueDecl>(Declared))
    return nameForPeople(Value->getType().getAsString(Policy));
  if (const auto *Alias = dyn_cast<TypedefNameDecl>(Declared))
    return nameForPeople(Alias->getUnderlyingType().getAsString(Policy));
  if (const auto *Tag = dyn_cast<TagDecl>(Declared))
    return Tag->getKindName().str();
  return "";
}

namespace {

// Of variables that hold the addresses of what a program compiled at run time is asked for by name: `program.rs` writes them.
constexpr llvm::StringLiteral LoweredPrefix = "__nvrtc_lowered_";

class ItemCollector {
public:
  explicit ItemCollector(Frontend &Side) : Side(Side), Sources(Side.compiler().getSourceManager()) {}

  void visit(DeclContext &Context) {
    for (Decl *D : Context.decls()) {
      if (D->isImplicit() || Sources.getFileID(Sources.getExpansionLoc(D->getLocation())) != Side.files().newest())
        continue;
      if (auto *Block = dyn_cast<LinkageSpecDecl>(D))
        visit(*Block);
      else if (auto *Named = dyn_cast<NamedDecl>(D))
        add(*Named);
    }
  }

  std::vector<Item> Items;

private:
  void add(NamedDecl &D) {
    // It still is what an older cell has called so.
    if (auto *Alias = dyn_cast<TypedefNameDecl>(&D); Alias && Alias->getPreviousDecl() && Side.redeclarations().isOlder(*Alias->getCanonicalDecl()))
      return;
    std::optional<ItemKind> Kind = kindOf(D);
    auto *Namespace = dyn_cast<NamespaceDecl>(&D);
    auto *Binding = dyn_cast<BindingDecl>(&D);
    NamedDecl &Made = Binding ? *Binding->getDecomposedDecl() : D;
    if (Kind && hasItemName(D))
      Items.push_back({*Kind, itemName(D), signatureOf(D), symbolOf(D),
                       Namespace ? std::vector<Use>() : usesOf(Side, Made), typesOf(Side, D), isOnlyDeclared(D)});
    if (Namespace)
      visit(*Namespace);
  }

  std::string symbolOf(const NamedDecl &D) {
    if (const auto *Variable = dyn_cast<VarDecl>(&D); Variable && D.getIdentifier() && D.getName().starts_with(LoweredPrefix))
      return symbolOfAddress(*Variable);
    const auto *Function = dyn_cast<FunctionDecl>(&D);
    if (!Function || Function->isDependentContext() || isa<CXXConstructorDecl, CXXDestructorDecl, CXXDeductionGuideDecl>(Function))
      return "";
    return Side.generator().GetMangledName(globalOf(*Function)).str();
  }

  // The symbol of the function or variable whose address this variable holds.
  std::string symbolOfAddress(const VarDecl &Variable) {
    const auto *Address = Variable.getInit() ? dyn_cast<UnaryOperator>(Variable.getInit()->IgnoreParenImpCasts()) : nullptr;
    const auto *Named = Address && Address->getOpcode() == UO_AddrOf ? dyn_cast<DeclRefExpr>(Address->getSubExpr()->IgnoreParenImpCasts()) : nullptr;
    if (!Named)
      return "";
    if (const auto *Function = dyn_cast<FunctionDecl>(Named->getDecl()))
      return Side.generator().GetMangledName(globalOf(*Function)).str();
    const auto *Other = dyn_cast<VarDecl>(Named->getDecl());
    return Other ? Side.generator().GetMangledName(GlobalDecl(Other)).str() : "";
  }

  Frontend &Side;
  SourceManager &Sources;
};

// A library's device code is read when something uses it; an instantiated kernel is in use.
bool isOnlyOffered(const Decl &D, const SourceManager &Sources) {
  const auto *Function = dyn_cast<FunctionDecl>(&D);
  bool Instantiated = Function && Function->isTemplateInstantiation() && Function->hasAttr<CUDAGlobalAttr>();
  return !Instantiated && Sources.isInSystemHeader(Sources.getExpansionLoc(D.getLocation()));
}

bool isDeviceCode(const Decl &D) {
  if (const auto *Template = dyn_cast<TemplateDecl>(&D))
    return Template->getTemplatedDecl() && isDeviceCode(*Template->getTemplatedDecl());
  if (const auto *Function = dyn_cast<FunctionDecl>(&D))
    return functionKind(*Function) != ItemKind::Function;
  if (const auto *Variable = dyn_cast<VarDecl>(&D))
    return isDeviceVariable(*Variable);
  if (const auto *Record = dyn_cast<CXXRecordDecl>(&D))
    return llvm::any_of(Record->decls(), [](const Decl *Member) { return isDeviceCode(*Member); });
  if (isa<NamespaceDecl, LinkageSpecDecl>(D))
    return llvm::any_of(cast<DeclContext>(&D)->decls(), [](const Decl *Member) { return isDeviceCode(*Member); });
  return false;
}

} // namespace

std::vector<Item> itemsOf(Frontend &Side) {
  ItemCollector Collector(Side);
  Collector.visit(*Side.ast().getTranslationUnitDecl());
  for (const std::string &Macro : Side.macros().defined()) {
    Item Entry;
    Entry.Kind = ItemKind::Macro;
    Entry.Name = Macro;
    Collector.Items.push_back(std::move(Entry));
  }
  return std::move(Collector.Items);
}

void addUses(llvm::ArrayRef<Item> OfDevice, std::vector<Item> &Items) {
  for (const Item &Seen : OfDevice)
    for (Item &Known : Items)
      if (Known.Name == Seen.Name && Known.Signature == Seen.Signature)
        for (const Use &U : Seen.Uses)
          if (llvm::none_of(Known.Uses, [&](const Use &K) { return K.Name == U.Name && K.Signature == U.Signature; }))
            Known.Uses.push_back(U);
}

bool needsDevice(Frontend &Host) {
  const SourceManager &Sources = Host.compiler().getSourceManager();
  // What is `constexpr` is of both sides, and may be used on both, or takes the place of a device function.
  auto Replaces = [](const Replaced &Entry) {
    const FunctionDecl *Old = functionOf(const_cast<NamedDecl &>(*Entry.Old));
    return Entry.Followed && (isDeviceCode(*Entry.Old) || (Old && Old->hasAttr<CUDADeviceAttr>()));
  };
  return llvm::any_of(Host.redeclarations().replaced(), Replaces) ||
         llvm::any_of(Host.consumer().declarations(),
                      [&](const Decl *D) { return !isOnlyOffered(*D, Sources) && isDeviceCode(*D); });
}

} // namespace chv
