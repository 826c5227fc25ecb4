#include "device/library_declarations.h"
#include "ast/items.h"
#include "device/device_module.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace chv {

namespace {

class Writer : public DynamicRecursiveASTVisitor {
public:
  explicit Writer(Frontend &Device)
      : Device(Device), Sources(Device.compiler().getSourceManager()), Policy(Device.ast().getLangOpts()) {
    Policy.SuppressTagKeyword = true;
  }

  bool VisitTagTypeLoc(TagTypeLoc Named) override {
    need(*Named.getDecl());
    return true;
  }
  bool VisitTypedefTypeLoc(TypedefTypeLoc Named) override {
    need(*Named.getTypePtr()->getDecl());
    return true;
  }
  bool VisitTemplateSpecializationTypeLoc(TemplateSpecializationTypeLoc Named) override {
    if (TemplateDecl *Template = Named.getTypePtr()->getTemplateName().getAsTemplateDecl())
      need(*Template);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Mention) override {
    NamedDecl *Named = Mention->getDecl();
    if (auto *Constant = dyn_cast<EnumConstantDecl>(Named))
      need(*cast<EnumDecl>(Constant->getDeclContext()));
    else if (auto *Function = dyn_cast<FunctionDecl>(Named); Function && isPlain(*Function))
      text(*Function, head(*Function) + ";", Types);
    else if (auto *Variable = dyn_cast<VarDecl>(Named); Variable && Variable->isFileVarDecl())
      need(*Variable);
    return true;
  }

  static bool isPlain(const FunctionDecl &Function) {
    return !Function.isTemplateInstantiation() && !Function.isTemplated() && !isa<CXXMethodDecl>(Function) && Function.getIdentifier() &&
           Function.isExternallyVisible();
  }

  void function(FunctionDecl &Function) {
    if (Function.isConstexpr()) // its body has to be there
      return need(Function);
    signatureTypes(Function);
    bool Empty = Function.getReturnType()->isVoidType();
    text(Function, head(Function) + (Empty ? " {}" : " { __builtin_unreachable(); }"), Functions);
  }

  void variable(VarDecl &Variable) {
    if (TypeSourceInfo *Type = Variable.getTypeSourceInfo())
      TraverseTypeLoc(Type->getTypeLoc());
    std::string Declared = Variable.getName().str();
    Variable.getType().getAsStringInternal(Declared, Policy);
    const char *Space = isManaged(Variable) ? "__managed__" : isWritten<CUDAConstantAttr>(Variable) ? "__constant__" : "__device__";
    const char *Linkage = Variable.isExternC() ? "extern \"C\" " : "extern ";
    text(Variable, Linkage + std::string(Space) + " " + Declared + ";", Functions);
  }

  std::string finished() {
    std::string All;
    for (const std::string &Line : Includes)
      All += Line + "\n";
    return All + Ahead + Types + Functions;
  }

private:
  void signatureTypes(FunctionDecl &Function) {
    if (TypeSourceInfo *Type = Function.getTypeSourceInfo())
      TraverseTypeLoc(Type->getTypeLoc());
  }

  std::string head(const FunctionDecl &Function) {
    std::string Head = Function.isExternC() ? "extern \"C\" " : "";
    Head += Function.hasAttr<CUDAGlobalAttr>() ? "__global__ " : "__device__ ";
    const auto *Bounds = Function.getAttr<CUDALaunchBoundsAttr>();
    if (Bounds && Bounds->getMaxThreads())
      Head += "__launch_bounds__(" + llvm::toString(Bounds->getMaxThreads()->EvaluateKnownConstInt(Device.ast()), 10) + ") ";
    std::string Parameters;
    for (const ParmVarDecl *Parameter : Function.parameters()) {
      std::string Declared = Parameter->getName().str();
      Parameter->getType().getAsStringInternal(Declared, Policy);
      if (const Expr *Default = Parameter->hasDefaultArg() && !Parameter->hasUnparsedDefaultArg() ? Parameter->getDefaultArg() : nullptr)
        if (std::string Text = sourceOf(Default->getSourceRange()); !Text.empty())
          Declared += " = " + Text;
      Parameters += (Parameters.empty() ? "" : ", ") + Declared;
    }
    QualType Returned = Function.getReturnType();
    bool Simple = Returned->isVoidType();
    Head += (Simple ? "void " : "auto ") + Function.getNameAsString() + "(" + Parameters + ")";
    return Simple ? Head : Head + " -> " + Returned.getAsString(Policy);
  }

  std::string sourceOf(SourceRange Range) {
    if (Range.isInvalid() || Range.getBegin().isMacroID() || Range.getEnd().isMacroID())
      return "";
    return Lexer::getSourceText(CharSourceRange::getTokenRange(Range), Sources, Device.ast().getLangOpts()).str();
  }

  // The line of a cell that includes the file with this place; empty if a cell's own text has it.
  std::string includeOf(SourceLocation Where) {
    FileID File = Sources.getFileID(Sources.getExpansionLoc(Where));
    std::string Line;
    while (true) {
      SourceLocation From = Sources.getIncludeLoc(File);
      if (From.isInvalid())
        return "";
      FileID Parent = Sources.getFileID(From);
      if (Parent == Sources.getMainFileID())
        return Line;
      llvm::StringRef Text = Sources.getBufferData(Parent);
      unsigned At = Sources.getFileOffset(From);
      size_t Begin = Text.rfind('\n', At) + 1;
      Line = Text.substr(Begin).split('\n').first.trim().str();
      File = Parent;
    }
  }

  // A type, a template or a constant of the session, with all that its text names.
  void need(NamedDecl &Mentioned) {
    NamedDecl *D = &Mentioned;
    if (auto *Special = dyn_cast<ClassTemplateSpecializationDecl>(D); Special && !Special->isExplicitSpecialization())
      D = Special->getSpecializedTemplate();
    if (auto *Class = dyn_cast<CXXRecordDecl>(D); Class && Class->getDescribedClassTemplate())
      D = Class->getDescribedClassTemplate();
    while (isa<RecordDecl>(D->getDeclContext()))
      D = cast<NamedDecl>(D->getDeclContext());
    if (auto *Tag = dyn_cast<TagDecl>(D); Tag && Tag->getDefinition())
      D = Tag->getDefinition();
    if (D->getDeclContext()->isFunctionOrMethod() || !Device.redeclarations().isOfSession(*D))
      return;
    if (std::string Line = includeOf(D->getLocation()); !Line.empty()) {
      if (!llvm::is_contained(Includes, Line))
        Includes.push_back(Line);
      return;
    }
    if (!Begun.insert(D).second) {
      if (auto *Record = dyn_cast<RecordDecl>(D); Record && !Written.contains(D) && Record->getIdentifier() && Announced.insert(D).second)
        Ahead += within(*D, Record->getKindName().str() + " " + Record->getNameAsString() + ";") + "\n";
      return;
    }
    TraverseDecl(D);
    std::string Text = sourceOf(D->getSourceRange());
    if (Text.empty()) {
      llvm::raw_string_ostream Stream(Text);
      D->print(Stream, Policy);
    }
    bool Closed = isa<FunctionDecl>(D);
    text(*D, Text + (Closed ? "" : ";"), Types);
  }

  static std::string within(const Decl &D, std::string Text) {
    for (const DeclContext *Around = D.getDeclContext(); Around && !Around->isTranslationUnit(); Around = Around->getParent())
      if (const auto *Space = dyn_cast<NamespaceDecl>(Around))
        Text = (Space->isInline() ? "inline namespace " : "namespace ") + Space->getNameAsString() + " { " + Text + " }";
    return Text;
  }

  void text(const Decl &D, const std::string &Text, std::string &To) {
    if (&To == &Functions || Written.insert(&D).second)
      To += within(D, Text) + "\n";
  }

  Frontend &Device;
  SourceManager &Sources;
  PrintingPolicy Policy;
  std::vector<std::string> Includes;
  llvm::SmallPtrSet<const Decl *, 16> Begun, Written, Announced;
  std::string Ahead, Types, Functions;
};

} // namespace

LibraryDeclarations declarationsOf(Frontend &Device, llvm::ArrayRef<std::string> Symbols) {
  std::vector<NamedDecl *> Named;
  llvm::DenseMap<const NamedDecl *, std::string> SymbolOf;
  for (const std::string &Symbol : Symbols) {
    auto *D = const_cast<NamedDecl *>(llvm::dyn_cast_or_null<NamedDecl>(Device.declarationOf(Symbol)));
    if (D && Device.redeclarations().isOfSession(*D))
      Named.push_back(D), SymbolOf[D] = Symbol;
  }
  llvm::sort(Named, [](const NamedDecl *A, const NamedDecl *B) { return A->getLocation().getRawEncoding() < B->getLocation().getRawEncoding(); });
  Named.erase(std::unique(Named.begin(), Named.end()), Named.end());
  LibraryDeclarations Made;
  Writer Out(Device);
  for (NamedDecl *D : Named) {
    if (auto *Function = dyn_cast<FunctionDecl>(D); Function && Writer::isPlain(*Function)) {
      Out.function(*Function);
      Made.Symbols.insert(SymbolOf[D]);
      (Function->hasAttr<CUDAGlobalAttr>() ? Made.Kernels : Made.Functions).push_back(itemName(*D));
    } else if (auto *Variable = dyn_cast<VarDecl>(D); Variable && isDeviceVariable(*Variable) && Variable->getIdentifier() &&
                                                      Variable->isExternallyVisible() && !isa<VarTemplateSpecializationDecl>(Variable) &&
                                                      !Variable->isStaticDataMember()) {
      Out.variable(*Variable);
      Made.Symbols.insert(SymbolOf[D]);
      Made.Variables.push_back(itemName(*D));
    }
  }
  Made.Text = Out.finished();
  return Made;
}

} // namespace chv
