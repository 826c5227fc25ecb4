#include "redefinition/library_names.h"
#include "redefinition/replacement_rules.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace chv {

using Shape = DeclaredName::Shape;

// What clang itself looks for by its name, and what is reserved, is nobody's to take.
static bool mayBeTaken(llvm::StringRef Name) {
  auto isApi = [&](llvm::StringRef Prefix) { return Name.starts_with(Prefix) && (Name.size() == Prefix.size() || !isLowercase(Name[Prefix.size()])); };
  bool Reserved = Name.starts_with("__") || (Name.starts_with("_") && Name.size() > 1 && isUppercase(Name[1]));
  return !Name.empty() && !Reserved && !Name.starts_with("operator") && !isApi("cuda") && !isApi("hip") && !isApi("cu") && !isApi("CU");
}

void LibraryNames::beginCell(bool Typed) {
  Cell = {};
  Cell.Typed = Typed;
}

bool LibraryNames::isOfLibrary(const NamedDecl &D) const {
  const SourceManager &Sources = S.getSourceManager();
  if (!D.getIdentifier() || isa<BaseUsingDecl, NamespaceDecl>(D) || !isa<TranslationUnitDecl>(contextOf(D)) ||
      !Sources.isInSystemHeader(Sources.getExpansionLoc(D.getLocation())))
    return false;
  const NamedDecl *Meant = D.getUnderlyingDecl();
  return functionOf(const_cast<NamedDecl &>(*Meant)) || Meant->getLexicalDeclContext()->isExternCContext() || isExternC(*Meant);
}

// Has the file that the newest cell is included the header of a declaration, or one that includes it?
bool LibraryNames::isOfIncluded(const NamedDecl &D) const {
  const SourceManager &Sources = S.getSourceManager();
  SourceLocation Where = Sources.getExpansionLoc(D.getUnderlyingDecl()->getLocation());
  for (; Where.isValid(); Where = Sources.getIncludeLoc(Sources.getFileID(Where))) {
    llvm::StringRef Header = Sources.getPresumedLoc(Where, /*UseLineDirectives=*/false).getFilename();
    for (const auto &Entry : Cell.Included) {
      llvm::StringRef Written = Entry.getKey();
      // `<cmath>` stands for `<math.h>`.
      std::string OfC = Written.starts_with("c") && !Written.contains('.') ? (Written.drop_front() + ".h").str() : Written.str();
      if (Header.ends_with(("/" + Written).str()) || Header.ends_with("/" + OfC))
        return true;
    }
  }
  return false;
}

// nvcc includes these before each file.
static bool isIncludedByNvcc(llvm::StringRef Header) {
  static constexpr llvm::StringLiteral Headers[] = {"math.h", "mathcalls.h", "stdlib.h", "string.h", "strings.h", "time.h"};
  return llvm::is_contained(Headers, llvm::sys::path::filename(Header));
}

// Do the library's declaration and what a cell is about to declare exclude each other?
bool LibraryNames::isInTheWay(const NamedDecl &Old, Shape New, bool NewTag) const {
  bool OldTag = isa<TagDecl>(Old), Calls = New == Shape::Function || New == Shape::Call;
  if (!Cell.Typed) {
    // A function of the same type is the library's, in a program for nvcc too.
    const SourceManager &Sources = S.getSourceManager();
    PresumedLoc Where = Sources.getPresumedLoc(Sources.getExpansionLoc(Old.getUnderlyingDecl()->getLocation()), /*UseLineDirectives=*/false);
    if (isOfIncluded(Old) || (Calls && Where.isValid() && isIncludedByNvcc(Where.getFilename())))
      return false;
  }
  switch (New) {
  case Shape::Type:
    // A class may share its name with a function or a variable. Who types means the class by the name alone.
    return NewTag ? isType(Old) || Cell.Typed : true;
  case Shape::Function:
  case Shape::Object:
    return !OldTag;
  case Shape::Extern:
    return !OldTag && !isa<VarDecl>(Old);
  case Shape::Call:
    return !OldTag && !Cell.Typed;
  case Shape::Forward:
  case Shape::Guide:
  case Shape::UsingEnum:
  case Shape::Namespace:
    return false;
  }
  llvm_unreachable("all shapes are above");
}

void LibraryNames::hideFor(const DeclaredName &Name) {
  Shape What = Name.What;
  bool Global = llvm::all_of(Name.Path, [](llvm::StringRef Part) { return Part.empty(); });
  if (!Global || Name.Qualifiers || Name.Specialization || !mayBeTaken(Name.Name))
    return;
  DeclContext *Context = Names.find({});
  DeclarationName Declared = Names.nameOf(Name.Name);
  // Before anything is taken out of it: the table gets from a precompiled header what it has under a name when it is asked first.
  (void)S.getASTContext().getExternCContextDecl()->lookup(Declared);
  llvm::SmallVector<NamedDecl *, 8> Old;
  for (NamedDecl *D : Context->lookup(Declared))
    if (isOfLibrary(*D))
      Old.push_back(D);
  if (!Old.empty() && (Name.What == Shape::Call || Name.What == Shape::Extern))
    What = Unchanged.definedBehind(Name).value_or(What);
  llvm::erase_if(Old, [&](const NamedDecl *D) { return !isInTheWay(*D, What, /*NewTag=*/What == Shape::Type && Name.Type); });
  for (NamedDecl *D : Old)
    Visible.hideOfLibrary(*Context, *D);
}

static bool isForBoth(const FunctionDecl &Function) { return Function.hasAttr<CUDAHostAttr>() && Function.hasAttr<CUDADeviceAttr>(); }

// The user has declared `New`: what is the library's and hidden for it stays so if it is the same function, or no function.
Visibility::Fate LibraryNames::settle(HiddenName &Entry, NamedDecl &New) {
  bool Differs = false;
  if (!replaces(New, *Entry.Old, Differs))
    return Visibility::Fate::Returns;
  giveUsersSymbol(New, *Entry.Old);
  const FunctionDecl *Function = functionOf(New), *Library = functionOf(*Entry.Old->getUnderlyingDecl());
  // The other side goes on with the library's.
  if (Function && Library && isForBoth(*Library) && !isForBoth(*Function) && !Function->hasAttr<CUDAGlobalAttr>())
    return Visibility::Fate::Returns;
  Entry.Replaced = true;
  return Visibility::Fate::StaysHidden;
}

// The first version of a name is the library's own. Files of a program call what has C's linkage by its name.
void LibraryNames::giveUsersSymbol(NamedDecl &New, const NamedDecl &Old) {
  bool Plain = isExternC(New), Apart = functionOf(New) ? !isExternC(*Old.getUnderlyingDecl()) : isa<VarDecl, TagDecl>(New);
  if (New.hasAttr<AbiTagAttr>() || New.hasAttr<AsmLabelAttr>() || (Plain && !Cell.Typed) || (!Plain && !Apart))
    return;
  NamedDecl *Named = isa<TemplateDecl>(New) ? cast<TemplateDecl>(New).getTemplatedDecl() : &New;
  if (Named)
    Symbolic.giveTag(*Named, "v1");
}

} // namespace chv
