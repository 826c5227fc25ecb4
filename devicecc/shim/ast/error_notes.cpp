// What of an error's notes is told, and errors that only their notes explain: a page of candidates or of a library's insides helps nobody.
#include "ast/diagnostics.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/TextDiagnostic.h"
#include "clang/Sema/SemaDiagnostic.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace chv {

// Functions that were not chosen, for one error; clang tells the closest first.
static constexpr unsigned CandidatesMax = 3;

bool isEmbedded(FullSourceLoc Where) {
  return Where.isValid() && Where.getManager().getFilename(Where.getExpansionLoc()).starts_with("/chevron/");
}

// Is this a place of a library that the user has not written and that is not Chevron's own?
static bool isOfLibrary(FullSourceLoc Where) {
  return Where.isValid() && Where.getManager().isInSystemHeader(Where.getExpansionLoc()) && !isEmbedded(Where);
}

static FullSourceLoc placeOf(const Decl &Declared) {
  return FullSourceLoc(Declared.getLocation(), Declared.getASTContext().getSourceManager());
}

static std::string typeName(QualType Type, const LangOptions &Language) {
  PrintingPolicy Policy(Language);
  Policy.SuppressTagKeyword = true;
  Policy.SuppressDefaultTemplateArgs = true;
  std::string Name = Type.getCanonicalType().getUnqualifiedType().getAsString(Policy);
  constexpr llvm::StringLiteral Spelled = "std::basic_string<char>", Stream = "std::basic_ostream<char>";
  for (size_t At; (At = Name.find(Spelled.str())) != std::string::npos;)
    Name.replace(At, Spelled.size(), "std::string");
  return Name == Stream ? "std::ostream" : Name;
}

// What a user knows a function by: a constructor by its class.
static std::string functionName(const FunctionDecl &Function, const LangOptions &Language) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  if (!Method)
    return Function.getQualifiedNameAsString();
  std::string Class = typeName(Function.getASTContext().getCanonicalTagType(Method->getParent()), Language);
  bool IsClassItself = isa<CXXConstructorDecl>(Method) || isa<CXXDestructorDecl>(Method);
  return IsClassItself ? Class : Class + "::" + Method->getNameAsString();
}

static const FunctionDecl *functionIn(const clang::Diagnostic &Info) {
  for (unsigned I = 0; I < Info.getNumArgs(); ++I)
    if (Info.getArgKind(I) == DiagnosticsEngine::ak_nameddecl)
      return dyn_cast<FunctionDecl>(reinterpret_cast<const NamedDecl *>(Info.getRawArg(I)));
  return nullptr;
}

// The qualified name that stands at a place; empty if there is none.
static llvm::StringRef qualifiedNameAt(FullSourceLoc Where) {
  auto [File, Offset] = Where.getManager().getDecomposedLoc(Where.getExpansionLoc());
  llvm::StringRef Text = Where.getManager().getBufferData(File).drop_front(Offset);
  llvm::StringRef Name = Text.take_while([](char It) { return llvm::isAlnum(It) || It == '_' || It == ':'; });
  return Name.contains("::") ? Name : "";
}

// What no overload was found of: a function, or the class of an object.
static std::string nameOfCalled(const clang::Diagnostic &Info, FullSourceLoc Where, const LangOptions &Language) {
  if (llvm::StringRef Qualified = qualifiedNameAt(Where); !Qualified.empty())
    return Qualified.str();
  for (unsigned I = 0; I < Info.getNumArgs(); ++I) {
    if (Info.getArgKind(I) == DiagnosticsEngine::ak_declarationname)
      return DeclarationName::getFromOpaqueInteger(Info.getRawArg(I)).getAsString();
    if (Info.getArgKind(I) == DiagnosticsEngine::ak_qualtype)
      return typeName(QualType::getFromOpaquePtr(reinterpret_cast<void *>(Info.getRawArg(I))), Language);
  }
  return "";
}

// Does an operator have an output stream before it? Of those that print numbers, none is for devices, and clang takes others.
static bool isOfOutput(const clang::Diagnostic &Info) {
  for (unsigned I = 0; I < Info.getNumArgs(); ++I) {
    if (Info.getArgKind(I) != DiagnosticsEngine::ak_qualtype)
      continue;
    const CXXRecordDecl *Class = QualType::getFromOpaquePtr(reinterpret_cast<void *>(Info.getRawArg(I)))->getAsCXXRecordDecl();
    if (Class && Class->isInStdNamespace() && Class->getDeclName().isIdentifier() && Class->getName() == "basic_ostream")
      return true;
  }
  return false;
}

// Parameters have reserved names, so that no macro of the user's is in their way; what follows one, or the large letter of a template's, tells it from a
// type or a function of CUDA's.
static void appendPublic(llvm::StringRef Word, std::string &Result) {
  while (!Word.empty()) {
    llvm::StringRef Name = Word.take_while([](char It) { return llvm::isAlnum(It) || It == '_'; });
    llvm::StringRef After = Word.drop_front(Name.size());
    bool IsOurs = Name.starts_with("__") && Name.size() > 2 && (llvm::isUpper(Name[2]) || (!After.empty() && llvm::StringRef(",)[=").contains(After[0])));
    Result += IsOurs ? Name.drop_front(2) : Name;
    Result += After.take_front(1);
    Word = After.drop_front(After.empty() ? 0 : 1);
  }
}

// half_class.inc and its companions are included once for each 16-bit type, which macros name: the type by its name.
static std::string withHalfTypes(llvm::StringRef Text, FullSourceLoc Where) {
  const SourceManager &Sources = Where.getManager();
  llvm::StringRef Includer = Sources.getFilename(Sources.getIncludeLoc(Where.getDecomposedLoc().first));
  llvm::StringRef Type = Includer.ends_with("bf16.h") ? "__nv_bfloat16" : "__half";
  const llvm::StringRef Macro = "__CHV_H";
  std::string Result;
  for (size_t At = Text.find(Macro); At != llvm::StringRef::npos; At = Text.find(Macro)) {
    llvm::StringRef After = Text.drop_front(At + Macro.size());
    llvm::StringRef Rest = After.starts_with("2") ? After.drop_front(1) : After;
    bool IsType = Rest.empty() || !(llvm::isAlnum(Rest[0]) || Rest[0] == '_');
    Result += Text.take_front(At);
    Result += IsType ? Type : Macro;
    Text = After;
  }
  return Result + Text.str();
}

// What is declared at a place of an embedded header, as CUDA's manual has it: without macros of our own, body and underscores. Empty if a macro makes it.
static std::string declarationAt(FullSourceLoc Where) {
  if (Where.isMacroID())
    return "";
  auto [File, Offset] = Where.getDecomposedLoc();
  llvm::StringRef Text = Where.getManager().getBufferData(File);
  llvm::StringRef Declaration = Text.substr(Text.rfind('\n', Offset) + 1);
  Declaration = Declaration.take_until([](char It) { return It == '{' || It == ';'; });
  std::string Spelt = withHalfTypes(Declaration, Where), Result;
  llvm::SmallVector<llvm::StringRef, 16> Words;
  llvm::SplitString(Spelt, Words);
  for (llvm::StringRef Word : Words) {
    if (Word.contains("__CHV") && !Word.contains('('))
      continue;
    if (Word.contains("__CHV") || Word.contains("__chv"))
      return "";
    if (Word == "extern" || Word == "\"C\"" || Word == "static" || Word == "inline" || Word == "__inline__")
      continue;
    Result += Result.empty() ? "" : " ";
    appendPublic(Word, Result);
  }
  return Result.find('(') == std::string::npos ? "" : Result;
}

void DiagnosticCollector::beginGroup() {
  finishGroup();
  Last.Begin = Told.Text.size();
  Last.Entries = Diagnostics.size();
}

void DiagnosticCollector::finishGroup() {
  ErrorGroup Done = std::exchange(Last, {});
  if (Done.Count > 0) {
    Told.Stream << "note: " << Done.Count << (Done.Candidates > 0 ? " more" : "") << (Done.Count == 1 ? " candidate" : " candidates") << "\n";
    LeftOut = true;
  }
  // No way led to the user's text: then the error itself is told.
  bool Untold = Done.InLibrary && !Done.Told && llvm::none_of(Diagnostics, [](const Diagnostic &It) { return It.Severity == 2; });
  if (!Untold)
    return;
  Told.Stream << Done.Error.Source << ":" << Done.Error.Line << ":" << Done.Error.Column << ": error: " << Done.Error.Message << "\n";
  Diagnostics.push_back(std::move(Done.Error));
}

void DiagnosticCollector::tellHostCode(const std::string &Name, const std::string &User, FullSourceLoc Where) {
  LeftOut = true;
  // A class comes with many functions, of which each is told by clang.
  if (!HostCode.insert(Name + " in " + User).second)
    return;
  bool IsStandard = llvm::StringRef(Name).starts_with("std::");
  std::string Message = "`" + Name + "` is host code of " + (IsStandard ? "the standard library" : "a library") + ": device code cannot use it";
  Diagnostic Entry{2, std::move(Message), "", 0, 0, Complaint::HostCode};
  place(Entry, Where);
  TextDiagnostic(Told.Stream, *Language, Options).emitDiagnostic(Where, DiagnosticsEngine::Error, Entry.Message, {}, {});
  Diagnostics.push_back(std::move(Entry));
}

// Is the error about what device code does inside of the host's library, or the use itself? Only the user's own use of it is told.
bool DiagnosticCollector::isOfHostCode(const clang::Diagnostic &Info, const Diagnostic &Entry, FullSourceLoc Where) {
  unsigned Id = Info.getID();
  const FunctionDecl *Callee = Id == diag::err_ref_bad_target ? functionIn(Info) : nullptr;
  if (isOfLibrary(Where)) {
    Last.InLibrary = Id == diag::err_ref_bad_target || Id == diag::err_cuda_device_exceptions;
    Last.Callee = Callee;
    Last.Error = Entry;
    return Last.InLibrary;
  }
  if (Callee && isOfLibrary(placeOf(*Callee)) && Ask.InDeviceCode()) {
    tellHostCode(functionName(*Callee, *Language), "", Where);
    return true;
  }
  bool IsOutput = isOfOutput(Info) && Ask.InDeviceCode();
  if (IsOutput)
    tellHostCode("std::ostream", "", Where);
  Skipping |= IsOutput;
  return IsOutput;
}

namespace {
// What a function's text uses at a place, and its variables by their class.
class UseFinder : public DynamicRecursiveASTVisitor {
public:
  explicit UseFinder(SourceLocation Where) : Where(Where) {}
  const FunctionDecl *Used = nullptr;
  llvm::DenseMap<const CXXRecordDecl *, const VarDecl *> Variables; // the first of each

  bool VisitCallExpr(CallExpr *Call) override {
    bool IsHere = Call->getExprLoc() == Where || Call->getBeginLoc() == Where || Call->getCallee()->getExprLoc() == Where;
    if (!Used && IsHere)
      Used = Call->getDirectCallee();
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Made) override {
    if (!Used && Made->getLocation() == Where)
      Used = Made->getConstructor();
    return true;
  }
  bool VisitVarDecl(VarDecl *Variable) override {
    if (const CXXRecordDecl *Class = Variable->getType()->getAsCXXRecordDecl())
      Variables.try_emplace(Class, Variable);
    return true;
  }

private:
  SourceLocation Where;
};
} // namespace

// The functions on the way from the user's text to an error in a library, innermost first.
void DiagnosticCollector::followCaller(const clang::Diagnostic &Info, FullSourceLoc Where) {
  const FunctionDecl *Caller = Info.getID() == diag::note_called_by ? functionIn(Info) : nullptr;
  if (!Caller || Last.Told)
    return;
  if (isOfLibrary(placeOf(*Caller))) {
    Last.Callee = Caller;
    return;
  }
  Last.Told = true;
  UseFinder Uses(Where);
  if (Caller->hasBody())
    Uses.TraverseStmt(Caller->getBody());
  const FunctionDecl *Callee = Uses.Used ? Uses.Used : Last.Callee;
  if (!Callee)
    return;
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  // A destructor is called where nobody has written it.
  if (isOfLibrary(Where))
    Where = Method && Uses.Variables.count(Method->getParent()) ? placeOf(*Uses.Variables[Method->getParent()]) : placeOf(*Caller);
  // A class has many functions, of which clang tells each: one is enough.
  std::string Class = Method ? typeName(Method->getASTContext().getCanonicalTagType(Method->getParent()), *Language) : "";
  if (!Class.empty() && !HostCode.insert("class " + Class + " in " + Caller->getNameAsString()).second)
    return;
  tellHostCode(functionName(*Callee, *Language), Caller->getNameAsString(), Where);
}

// Is a note to be told as clang says it?
bool DiagnosticCollector::tellsNote(const clang::Diagnostic &Info, const Diagnostic &Entry, FullSourceLoc Where) {
  if (Last.InLibrary) {
    followCaller(Info, Where);
    return false;
  }
  llvm::StringRef Message = Entry.Message;
  bool IsCandidate = Message.starts_with("candidate ") || Info.getID() == diag::note_ovl_builtin_candidate;
  if (Info.getID() == diag::note_ovl_candidate_bad_target && isOfLibrary(Where) && Ask.InDeviceCode() && Diagnostics.size() > Last.Entries) {
    std::string Name = std::exchange(Last.Called, {});
    FullSourceLoc Place = Last.Where;
    Told.Text.resize(Last.Begin);
    Diagnostics.resize(Last.Entries);
    Last.Count = 0;
    tellHostCode(Name, "", Place);
    Skipping = true;
    return false;
  }
  if (IsCandidate && (Last.Candidates == CandidatesMax || Info.getID() == diag::note_ovl_builtin_candidate)) {
    ++Last.Count;
    return false;
  }
  Last.Candidates += IsCandidate;
  return !isEmbedded(Where) || (tellOfEmbedded(Entry, Where, IsCandidate), false);
}

// A note about an embedded header, which nobody can open.
void DiagnosticCollector::tellOfEmbedded(const Diagnostic &Entry, FullSourceLoc Where, bool IsCandidate) {
  std::string Declaration = declarationAt(Where);
  bool IsDeclaration = llvm::StringRef(Entry.Message).ends_with("declared here") && !Declaration.empty();
  std::string Text = Declaration.empty() ? Entry.Message : Entry.Message + ": `" + Declaration + "`";
  // Overloads that a macro makes fail for one reason.
  bool IsNew = (IsCandidate || IsDeclaration) && !llvm::is_contained(Last.Said, Text);
  if (!IsNew) {
    Last.Candidates -= IsCandidate;
    Last.Count += IsCandidate;
    return;
  }
  Told.Stream << "note: " << Text << "\n";
  Diagnostics.push_back(Entry);
  Last.Said.push_back(std::move(Text));
}

void DiagnosticCollector::noteError(const clang::Diagnostic &Info, FullSourceLoc Where) {
  Last.Where = Where;
  if (Where.isValid() && Language)
    Last.Called = nameOfCalled(Info, Where, *Language);
}

// Names of types that are Chevron's own, as users know what has them.
std::string withPublicNames(std::string Text) {
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> Known[] = {
      {"__chv_thread_index", "threadIdx"},
      {"__chv_block_index", "blockIdx"},
      {"__chv_block_extent", "blockDim"},
      {"__chv_grid_extent", "gridDim"},
  };
  for (auto [Internal, Public] : Known)
    for (size_t At; (At = Text.find(Internal.str())) != std::string::npos;)
      Text.replace(At, Internal.size(), Public.str());
  return Text;
}

// The member that has a name in letters of the other size: `threadIdx.X`.
std::string memberMeant(const clang::Diagnostic &Info) {
  if (Info.getID() != diag::err_no_member || Info.getNumArgs() < 2 || Info.getArgKind(0) != DiagnosticsEngine::ak_declarationname ||
      Info.getArgKind(1) != DiagnosticsEngine::ak_declcontext)
    return "";
  std::string Name = DeclarationName::getFromOpaqueInteger(Info.getRawArg(0)).getAsString();
  for (const Decl *Member : reinterpret_cast<const DeclContext *>(Info.getRawArg(1))->decls()) {
    const auto *Named = dyn_cast<NamedDecl>(Member);
    if (Named && Named->getIdentifier() && Named->getName().equals_insensitive(Name))
      return Named->getName().str();
  }
  return "";
}

} // namespace chv
