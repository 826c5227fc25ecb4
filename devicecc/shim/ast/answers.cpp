#include "ast/answers.h"
#include "border/forked.h"
#include "redefinition/redeclarations.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclLookups.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Lookup.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace clang;

namespace chv {

namespace {

// How many candidates a person could look through; and of one name.
constexpr unsigned CandidatesMax = 4000, OverloadsMax = 16;

// In a longer list nobody reads signatures, which cost more than to find the names.
constexpr unsigned LabelsMax = 400;

// Where a candidate comes in the list.
enum Rank { Fitting = 0, Near = 1, Library = 2, Language = 3 };

enum class Wanted { Nothing, Everything, Types, Namespaces, Macros };

// Which names of the session and of headers can stand in a place.
Wanted wantedIn(const CodeCompletionContext &Context) {
  using C = CodeCompletionContext;
  switch (Context.getKind()) {
  case C::CCC_Type:
  case C::CCC_ClassOrStructTag:
  case C::CCC_EnumTag:
  case C::CCC_UnionTag:
  case C::CCC_ClassStructUnion:
    return Wanted::Types;
  case C::CCC_Namespace:
    return Wanted::Namespaces;
  case C::CCC_MacroNameUse:
  case C::CCC_PreprocessorExpression:
    return Wanted::Macros;
  case C::CCC_Other:
  case C::CCC_OtherWithMacros:
  case C::CCC_TopLevel:
  case C::CCC_TopLevelOrExpression:
  case C::CCC_Statement:
  case C::CCC_Expression:
  case C::CCC_ParenthesizedExpression:
  case C::CCC_Symbol:
  case C::CCC_SymbolOrNewName:
  case C::CCC_Recovery:
    return Wanted::Everything;
  default:
    return Wanted::Nothing;
  }
}

const NamedDecl &plain(const NamedDecl &D) {
  const NamedDecl *Under = D.getUnderlyingDecl();
  if (const auto *Template = dyn_cast<FunctionTemplateDecl>(Under))
    return *Template->getTemplatedDecl();
  return *Under;
}

// A word for a list; empty for what nobody types.
llvm::StringRef kindOf(const NamedDecl &Named) {
  const NamedDecl &D = plain(Named);
  if (isa<CXXDestructorDecl, CXXConversionDecl, CXXDeductionGuideDecl>(D) || D.isImplicit())
    return "";
  if (isa<CXXConstructorDecl>(D))
    return "type";
  if (isa<FunctionDecl>(D))
    return D.hasAttr<CUDAGlobalAttr>() ? "kernel" : "function";
  if (isa<FieldDecl, IndirectFieldDecl>(D))
    return "member";
  if (isa<ValueDecl, VarTemplateDecl>(D))
    return "variable";
  if (isa<TypeDecl, TemplateDecl>(D))
    return "type";
  return isa<NamespaceDecl, NamespaceAliasDecl>(D) ? "namespace" : "";
}

bool fits(llvm::StringRef Kind, Wanted What) {
  if (What == Wanted::Everything)
    return true;
  return Kind == "namespace" || (What == Wanted::Types && Kind == "type");
}

// Does it give a value of the type that the place wants?
bool fits(const NamedDecl &Named, QualType Wanted) {
  const auto *Value = dyn_cast<ValueDecl>(&plain(Named));
  if (!Value || Wanted.isNull() || Wanted->isVoidType() || Wanted->isDependentType())
    return false;
  const auto *Function = dyn_cast<FunctionDecl>(Value);
  QualType Given = (Function ? Function->getReturnType() : Value->getType()).getNonReferenceType();
  return Value->getASTContext().hasSameUnqualifiedType(Given, Wanted.getNonReferenceType());
}

// A part of a label without what says nothing to a person.
std::string cleaned(llvm::StringRef Part) {
  std::string Text = Part.str();
  for (llvm::StringRef Noise : {" _Nonnull", " _Nullable", "__restrict "})
    for (size_t At = Text.find(Noise); At != std::string::npos; At = Text.find(Noise))
      Text.erase(At, Noise.size());
  return Text;
}

// What a list shows, name first: `push_back(const int &x) -> void`.
void writeLabel(const CodeCompletionString &From, llvm::raw_ostream &Label, std::string &Type, std::string &Name) {
  for (const CodeCompletionString::Chunk &Part : From) {
    switch (Part.Kind) {
    case CodeCompletionString::CK_TypedText:
      Name += Part.Text;
      Label << Part.Text;
      break;
    case CodeCompletionString::CK_ResultType:
      Type = Part.Text;
      break;
    case CodeCompletionString::CK_Optional: {
      std::string Ignored;
      Label << '[';
      writeLabel(*Part.Optional, Label, Ignored, Ignored);
      Label << ']';
      break;
    }
    case CodeCompletionString::CK_VerticalSpace:
      Label << ' ';
      break;
    case CodeCompletionString::CK_Informative:
      // The base that has it, or `const`.
      if (!llvm::StringRef(Part.Text).ends_with("::"))
        Label << Part.Text;
      break;
    default:
      Label << cleaned(Part.Text);
    }
  }
}

// A program uses no name that is the implementation's, and no file that is hidden.
bool isReserved(llvm::StringRef Name) { return Name.starts_with("_") || Name.starts_with("."); }

} // namespace

// Names of what headers declare are looked up one by one, as far as they go on from what is typed: clang would read all of them.
static CodeCompleteOptions optionsFor(const Question &Asked) {
  llvm::StringRef Before = llvm::StringRef(Asked.Text).take_front(Asked.Position);
  Before = Before.rtrim("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$").rtrim();
  CodeCompleteOptions Options;
  Options.IncludeGlobals = 0;
  Options.LoadExternal = Asked.Kind != Question::Signatures && (Before.ends_with(".") || Before.ends_with("->"));
  return Options;
}

Answers::Answers(const Question &Asked, const Redeclarations &Session, int Out)
    : CodeCompleteConsumer(optionsFor(Asked)), Asked(Asked), Session(Session), Out(Out),
      Info(std::make_shared<GlobalCodeCompletionAllocator>()) {}

void Answers::record(std::initializer_list<llvm::StringRef> Fields) {
  for (llvm::StringRef Field : Fields)
    (Written += Field.str()) += FieldEnd;
  Written += RecordEnd;
}

void Answers::candidate(llvm::StringRef Kind, llvm::StringRef Text, llvm::StringRef Label, unsigned Rank) {
  record({Kind, Text, Label, std::to_string(Rank)});
}

void Answers::finish() {
  std::replace(Written.begin(), Written.end(), EndOfAnswer, ' ');
  (Written += RecordEnd) += EndOfAnswer;
  for (llvm::StringRef Left = Written; !Left.empty();) {
    ssize_t Done = write(Out, Left.data(), Left.size());
    if (Done <= 0)
      _exit(1);
    Left = Left.drop_front(Done);
  }
  _exit(0);
}

// About a name only that is asked which is typed in full.
bool Answers::wants(llvm::StringRef Name) const {
  if (Asked.Kind == Question::About)
    return Name == Typed;
  return Name.starts_with(Typed) && (!isReserved(Name) || isReserved(Typed));
}

void Answers::ProcessCodeCompleteResults(Sema &Asking, CodeCompletionContext Context, CodeCompletionResult *Results, unsigned Count) {
  if (Asked.Kind == Question::Signatures)
    return;
  S = &Asking;
  Preprocessor &PP = S->getPreprocessor();
  Typed = PP.getCodeCompletionFilter().str();
  if (Context.getKind() == CodeCompletionContext::CCC_IncludedFile) {
    llvm::StringRef Before = llvm::StringRef(Asked.Text).take_front(Asked.Position);
    Typed = Before.drop_front(Before.find_last_of("<\"/\\") + 1).str();
  }
  auto Specifier = Context.getCXXScopeSpecifier();
  Qualified = Specifier && (*Specifier)->isNotEmpty();
  for (CodeCompletionResult &Result : llvm::MutableArrayRef(Results, Count))
    add(Result, Context);
  if (Context.getKind() == CodeCompletionContext::CCC_TopLevelOrExpression)
    addStatements();
  const DeclContext *Scope = nullptr;
  if (Qualified) {
    Scope = S->computeDeclContext(**Specifier, /*EnteringContext=*/true);
    if (const auto *Class = dyn_cast_or_null<CXXRecordDecl>(Scope))
      addMembers(*Class, Context);
    if (!Scope || !Scope->isFileContext())
      finish();
  }
  if (wantedIn(Context) != Wanted::Nothing)
    addGlobals(Context, Scope);
  finish();
}

// A cell has statements at top level, which clang does not think of.
void Answers::addStatements() {
  for (llvm::StringRef Keyword : {"if", "else", "for", "while", "do", "switch", "try", "throw", "co_await"})
    if (Asked.Kind == Question::Complete && wants(Keyword))
      candidate("keyword", Keyword, Keyword, Language);
}

void Answers::add(CodeCompletionResult &Result, const CodeCompletionContext &Context) {
  switch (Result.Kind) {
  case CodeCompletionResult::RK_Declaration:
    if (!Result.Hidden && Result.Availability != CXAvailability_NotAccessible)
      addDeclaration(*Result.Declaration, Result, Context);
    break;
  case CodeCompletionResult::RK_Keyword:
    if (Asked.Kind == Question::Complete && wants(Result.Keyword))
      candidate("keyword", Result.Keyword, Result.Keyword, Language);
    break;
  case CodeCompletionResult::RK_Macro:
    break; // found with the globals
  case CodeCompletionResult::RK_Pattern: {
    llvm::StringRef Name = Result.Pattern->getTypedText() ? Result.Pattern->getTypedText() : "";
    bool IsFile = Context.getKind() == CodeCompletionContext::CCC_IncludedFile;
    if (Asked.Kind == Question::Complete && !Name.empty() && wants(Name))
      candidate(IsFile ? "file" : "keyword", Name, Name, Language);
  }
  }
}

void Answers::addDeclaration(const NamedDecl &D, CodeCompletionResult &Result, const CodeCompletionContext &Context) {
  const IdentifierInfo *Identifier = D.getIdentifier();
  if (!Identifier || !wants(Identifier->getName()))
    return;
  llvm::StringRef Kind = kindOf(D);
  if (Kind.empty() || !Known.insert(D.getCanonicalDecl()).second)
    return;
  if (Asked.Kind == Question::About)
    return describe(D);
  bool OfSession = Session.isOfSession(D) || D.getDeclContext()->isFunctionOrMethod();
  // Where nothing is typed, clang offers what it happens to have read of headers.
  bool AtRandom = Typed.empty() && !OfSession && D.getDeclContext()->getRedeclContext()->isFileContext() && !Qualified;
  if (AtRandom || ++Candidates > CandidatesMax)
    return;
  std::string Label, Type, Name;
  llvm::raw_string_ostream Text(Label);
  bool Short = Candidates > LabelsMax && !OfSession;
  if (auto *Made = Short ? nullptr : Result.CreateCodeCompletionString(*S, Context, getAllocator(), Info, /*IncludeBriefComments=*/false))
    writeLabel(*Made, Text, Type, Name);
  // Types and namespaces are shown by their names, constructors and templates' parameters left out.
  if (Short || Kind == "type" || Kind == "namespace")
    Label = Identifier->getName();
  else if (!Type.empty())
    Label += (Kind == "function" || Kind == "kernel" ? " -> " : ": ") + Type;
  bool Fits = fits(D, Context.getPreferredType());
  unsigned Rank = D.isCXXClassMember() ? Near + Result.InBaseClass : OfSession ? (Fits ? Fitting : Near) : Library;
  candidate(Kind, Identifier->getName(), Label, Rank);
}

// Members of a class by its scope: types, constants and static ones, and others as their addresses are taken.
void Answers::addMembers(const CXXRecordDecl &Class, const CodeCompletionContext &Context) {
  for (DeclContextLookupResult Named : Class.lookups())
    for (NamedDecl *D : Named) {
      CodeCompletionResult Result(D, CCP_Declaration);
      if (S->IsSimplyAccessible(D, const_cast<CXXRecordDecl *>(&Class), QualType()))
        addDeclaration(*D, Result, Context);
    }
  if (!Class.hasDefinition())
    return;
  for (const CXXBaseSpecifier &Base : Class.bases())
    if (const CXXRecordDecl *Of = Base.getType()->getAsCXXRecordDecl())
      addMembers(*Of, Context);
}

// The names that the session's cells and the user's files declare.
static std::vector<IdentifierInfo *> namesOfSession(Sema &S, const Redeclarations &Session) {
  llvm::DenseSet<IdentifierInfo *> Seen;
  std::vector<IdentifierInfo *> Names;
  for (const Decl *Unit = S.getASTContext().getTranslationUnitDecl(); Unit; Unit = Unit->getPreviousDecl())
    for (const Decl *D : cast<TranslationUnitDecl>(Unit)->noload_decls())
      if (const auto *Named = dyn_cast<NamedDecl>(D); Named && Named->getIdentifier() && Session.isOfSession(*D))
        if (Seen.insert(Named->getIdentifier()).second)
          Names.push_back(Named->getIdentifier());
  return Names;
}

// All names that begin with what is typed: those that were read, and those of the precompiled headers.
static std::vector<IdentifierInfo *> namesThatGoOn(Preprocessor &PP, llvm::function_ref<bool(llvm::StringRef)> Goes) {
  IdentifierTable &Table = PP.getIdentifierTable();
  std::vector<std::string> Texts;
  for (const auto &Entry : Table)
    if (Goes(Entry.getKey()))
      Texts.push_back(Entry.getKey().str());
  if (IdentifierInfoLookup *Others = Table.getExternalIdentifierLookup()) {
    std::unique_ptr<IdentifierIterator> All(Others->getIdentifiers());
    for (llvm::StringRef Name = All->Next(); !Name.empty(); Name = All->Next())
      if (Goes(Name))
        Texts.push_back(Name.str());
  }
  llvm::sort(Texts);
  Texts.erase(llvm::unique(Texts), Texts.end());
  std::vector<IdentifierInfo *> Names;
  for (const std::string &Text : Texts)
    Names.push_back(&Table.get(Text));
  return Names;
}

void Answers::addGlobals(const CodeCompletionContext &Context, const DeclContext *Scope) {
  Preprocessor &PP = S->getPreprocessor();
  if (Scope && Typed.empty()) {
    std::vector<IdentifierInfo *> Names;
    for (DeclContextLookupResult Named : Scope->getPrimaryContext()->lookups())
      if (!Named.empty() && (*Named.begin())->getIdentifier() && wants((*Named.begin())->getName()))
        Names.push_back((*Named.begin())->getIdentifier());
    for (IdentifierInfo *Name : Names)
      addNamed(*Name, Context, Scope);
    return;
  }
  auto Goes = [this](llvm::StringRef Name) { return wants(Name); };
  for (IdentifierInfo *Name : Typed.empty() ? namesOfSession(*S, Session) : namesThatGoOn(PP, Goes))
    addNamed(*Name, Context, Scope);
}

void Answers::addNamed(IdentifierInfo &Name, const CodeCompletionContext &Context, const DeclContext *Scope) {
  Preprocessor &PP = S->getPreprocessor();
  Wanted What = wantedIn(Context);
  const MacroInfo *Macro = Scope ? nullptr : PP.getMacroInfo(&Name);
  if (Macro && Asked.Kind == Question::About)
    return describe(Name, *Macro);
  bool SaysSomething = Macro && (Macro->isFunctionLike() || !Macro->tokens_empty() || Session.isOfSession(Macro->getDefinitionLoc()));
  if (SaysSomething && What != Wanted::Namespaces) {
    CodeCompletionResult Result(&Name, Macro);
    std::string Label, Type, Typed;
    llvm::raw_string_ostream Text(Label);
    writeLabel(*Result.CreateCodeCompletionStringForMacro(PP, getAllocator(), Info), Text, Type, Typed);
    candidate("macro", Name.getName(), Label, Session.isOfSession(Macro->getDefinitionLoc()) ? Near : Library);
  }
  if (Macro || What == Wanted::Macros)
    return;
  LookupResult Found(*S, &Name, SourceLocation(), Sema::LookupOrdinaryName);
  Found.suppressDiagnostics();
  if (Scope)
    S->LookupQualifiedName(Found, const_cast<DeclContext *>(Scope));
  else
    S->LookupName(Found, S->TUScope);
  unsigned Count = 0;
  for (NamedDecl *D : Found) {
    CodeCompletionResult Result(D->getUnderlyingDecl(), CCP_Declaration);
    if (fits(kindOf(*D), What) && Count++ < OverloadsMax)
      addDeclaration(*D->getUnderlyingDecl(), Result, Context);
  }
}

void Answers::ProcessOverloadCandidates(Sema &Asking, unsigned Argument, OverloadCandidate *Candidates, unsigned Count, SourceLocation,
                                        bool Braced) {
  if (Asked.Kind != Question::Signatures)
    return;
  S = &Asking;
  for (OverloadCandidate &Candidate : llvm::MutableArrayRef(Candidates, Count)) {
    const CodeCompletionString *Made =
        Candidate.CreateSignatureString(Argument, *S, getAllocator(), Info, /*IncludeBriefComments=*/false, Braced);
    if (!Made)
      continue;
    std::string Text, Type, Places;
    auto write = [&](auto &Self, const CodeCompletionString &From) -> void {
      for (const CodeCompletionString::Chunk &Part : From) {
        using Kinds = CodeCompletionString;
        bool IsParameter = Part.Kind == Kinds::CK_Placeholder || Part.Kind == Kinds::CK_CurrentParameter;
        std::string Clean = Part.Kind == Kinds::CK_Optional ? "" : cleaned(Part.Text);
        if (IsParameter)
          Places += std::to_string(Text.size()) + "-" + std::to_string(Text.size() + Clean.size()) + ",";
        if (Part.Kind == Kinds::CK_Optional)
          Self(Self, *Part.Optional);
        else if (Part.Kind == Kinds::CK_ResultType)
          Type = Part.Text;
        else
          Text += Clean;
      }
    };
    write(write, *Made);
    record({"signature", Text + (Type.empty() ? "" : " -> " + Type), std::to_string(Argument), Places});
  }
  finish();
}

// Where the text is that a person would look at: the definition, if there is one.
static const Decl &home(const NamedDecl &D) {
  const Decl *Found = nullptr;
  if (const auto *Function = dyn_cast<FunctionDecl>(&D))
    Found = Function->getDefinition();
  else if (const auto *Tag = dyn_cast<TagDecl>(&D))
    Found = Tag->getDefinition();
  else if (const auto *Template = dyn_cast<ClassTemplateDecl>(&D))
    Found = Template->getTemplatedDecl()->getDefinition();
  else if (const auto *Variable = dyn_cast<VarDecl>(&D))
    Found = Variable->getDefinition();
  return Found ? *Found : D;
}

// As a program declares it, without what it is made of.
static std::string declared(Sema &S, const NamedDecl &D) {
  PrintingPolicy Policy = S.getPrintingPolicy();
  Policy.TerseOutput = true;
  Policy.PolishForDeclaration = true;
  Policy.CleanUglifiedParameters = true;
  auto print = [&](const NamedDecl &What) {
    std::string Text;
    llvm::raw_string_ostream Out(Text);
    What.print(Out, Policy);
    return Text;
  };
  const NamedDecl &Plain = plain(D);
  bool Device = Plain.hasAttr<CUDADeviceAttr>() && !Plain.getAttr<CUDADeviceAttr>()->isImplicit();
  bool Host = Plain.hasAttr<CUDAHostAttr>() && !Plain.getAttr<CUDAHostAttr>()->isImplicit();
  std::string Places = std::string(Plain.hasAttr<CUDAGlobalAttr>() ? "__global__ " : "") + (Host && Device ? "__host__ " : "") +
                       (Device ? "__device__ " : "") + (Plain.hasAttr<CUDAConstantAttr>() ? "__constant__ " : "") +
                       (Plain.hasAttr<CUDASharedAttr>() ? "__shared__ " : "");
  std::string Text = print(D), OfPlain = print(Plain);
  // Before what a template's parameters stand in front of.
  if (llvm::StringRef(Text).ends_with(OfPlain))
    Text.insert(Text.size() - OfPlain.size(), Places);
  llvm::StringRef Whole = llvm::StringRef(Text).rtrim();
  for (llvm::StringRef End : {"{}", "{ }", "{\n}"})
    if (Whole.consume_back(End))
      break;
  // Clang prints nothing of what reads like a member and is a call.
  if (const auto *Value = dyn_cast<ValueDecl>(&D); Value && Whole.empty())
    return Value->getType().getAsString(Policy) + " " + Value->getNameAsString();
  return Whole.rtrim().str();
}

void Answers::describe(const NamedDecl &D) {
  SourceManager &Sources = S->getSourceManager();
  const Decl &Home = home(D);
  std::string Comment;
  if (!isa<NamespaceDecl>(D)) {
    Comment = commentOf(Home, Sources);
    for (const Decl *Other : D.redecls())
      if (Comment.empty())
        Comment = commentOf(*Other, Sources);
  }
  recordDeclaration(kindOf(D), declared(*S, D), Comment, Sources.getExpansionLoc(Home.getLocation()));
}

void Answers::describe(const IdentifierInfo &Name, const MacroInfo &Macro) {
  SourceManager &Sources = S->getSourceManager();
  auto Range = CharSourceRange::getTokenRange(Macro.getDefinitionLoc(), Macro.getDefinitionEndLoc());
  llvm::StringRef Text = Macro.isBuiltinMacro() ? Name.getName() : Lexer::getSourceText(Range, Sources, S->getLangOpts());
  std::string Comment = commentAround({Macro.getDefinitionLoc(), Macro.getDefinitionEndLoc()}, Sources);
  recordDeclaration("macro", "#define " + (Text.empty() ? Name.getName() : Text).str(), Comment, Macro.getDefinitionLoc());
}

void Answers::recordDeclaration(llvm::StringRef Kind, llvm::StringRef Text, llvm::StringRef Comment, SourceLocation Where) {
  PresumedLoc Place = S->getSourceManager().getPresumedLoc(Where);
  llvm::SmallString<128> File(Place.isValid() ? Place.getFilename() : "");
  llvm::sys::path::remove_dots(File, /*remove_dot_dot=*/true);
  record({Kind, Text, Comment, File, std::to_string(Place.isValid() ? Place.getLine() : 0)});
}

} // namespace chv
