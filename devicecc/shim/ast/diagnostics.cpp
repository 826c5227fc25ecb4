#include "ast/diagnostics.h"
#include "ast/absent_headers.h"
#include "border/names.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/AST/Decl.h"
#include "clang/Lex/LexDiagnostic.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Sema/SemaDiagnostic.h"
#include "clang/Frontend/TextDiagnostic.h"

using namespace clang;

namespace chv {

// Errors of one cell that are shown.
static constexpr unsigned ErrorsMax = 20;

static DiagnosticOptions renderingOptions(bool Color) {
  DiagnosticOptions Options;
  Options.ShowColors = Color;
  Options.ShowOptionNames = 1;
  Options.ShowNoteIncludeStack = 0;
  Options.ShowPresumedLoc = 1; // cells are known by it
  return Options;
}

DiagnosticCollector::DiagnosticCollector(bool Color)
    : Options(renderingOptions(Color)), Told(Options, Color), Whole(Options, Color) {}

void DiagnosticCollector::BeginSourceFile(const LangOptions &Options, const Preprocessor *PP) {
  Language = &Options;
  Told.Printer.BeginSourceFile(Options, PP);
  Whole.Printer.BeginSourceFile(Options, PP);
}

void DiagnosticCollector::EndSourceFile() {
  Told.Printer.EndSourceFile();
  Whole.Printer.EndSourceFile();
}

static bool tellsOfRedeclaration(unsigned Id) {
  switch (Id) {
  case diag::err_redefinition:
  case diag::err_redefinition_different_kind:
  case diag::err_redefinition_different_type:
  case diag::err_redefinition_different_typedef:
  case diag::err_redefinition_of_enumerator:
  case diag::err_ovl_diff_return_type:
  case diag::err_conflicting_types:
  case diag::err_cuda_ovl_target:
    return true;
  default:
    return false;
  }
}

// The name that a message is about: the first of its arguments that is one.
static std::string nameIn(const clang::Diagnostic &Info) {
  for (unsigned I = 0; I < Info.getNumArgs(); ++I) {
    if (Info.getArgKind(I) == DiagnosticsEngine::ak_nameddecl)
      return reinterpret_cast<const NamedDecl *>(Info.getRawArg(I))->getNameAsString();
    if (Info.getArgKind(I) == DiagnosticsEngine::ak_declarationname)
      return DeclarationName::getFromOpaqueInteger(Info.getRawArg(I)).getAsString();
  }
  return "";
}

void DiagnosticCollector::askAboutTypes(const clang::Diagnostic &Info) {
  for (unsigned I = 0; I < Info.getNumArgs(); ++I) {
    if (Info.getArgKind(I) != DiagnosticsEngine::ak_qualtype)
      continue;
    std::string Remark = Ask.AboutType(QualType::getFromOpaquePtr(reinterpret_cast<void *>(Info.getRawArg(I))));
    if (!Remark.empty() && !llvm::is_contained(Remarks, Remark))
      Remarks.push_back(std::move(Remark));
  }
}

// `struct Class::Type {…}` once more: the class has room for one.
static bool isTypeOutside(const clang::Diagnostic &Info) {
  if (Info.getID() != diag::err_redefinition || Info.getNumArgs() == 0 || Info.getArgKind(0) != DiagnosticsEngine::ak_identifierinfo)
    return false;
  SourceLocation Where = Info.getSourceManager().getExpansionLoc(Info.getLocation());
  auto [File, Offset] = Info.getSourceManager().getDecomposedLoc(Where);
  return Info.getSourceManager().getBufferData(File).take_front(Offset).rtrim().ends_with("::");
}

// Our own text that shows a value: nobody has written a call of it, and what goes on inside tells nothing about the cell.
static bool isInDisplay(const clang::Diagnostic &Info) {
  if (!Info.hasSourceManager() || Info.getLocation().isInvalid())
    return false;
  const SourceManager &Sources = Info.getSourceManager();
  return Sources.getFilename(Sources.getExpansionLoc(Info.getLocation())).starts_with("/chevron/include/chevron/display_");
}

// Clang tells some things once for each time that it looks at an expression. What notes follow may be about another instantiation.
static bool isJustTold(const std::vector<Diagnostic> &Before, const Diagnostic &Entry) {
  const Diagnostic *Told = nullptr;
  for (const Diagnostic &It : Before)
    if (It.Severity != 0)
      Told = &It;
  if (!Told)
    return false;
  // A name that is not known is told as that of a template, and then as that of anything.
  auto meant = [](llvm::StringRef Message) { return Message.substr(Message.find("; did you mean ")); };
  bool IsSaid = Told->Message == Entry.Message || (!meant(Entry.Message).empty() && meant(Told->Message) == meant(Entry.Message));
  return IsSaid && Told->Severity == Entry.Severity && Told->Line == Entry.Line && Told->Column == Entry.Column && Told->Source == Entry.Source;
}

// Calls of the runtime that CUDA has in device code too, for kernels that launch kernels: without what their name begins with.
static bool isInDeviceRuntime(llvm::StringRef Name) {
  static constexpr llvm::StringLiteral Calls[] = {
      "Malloc", "Free", "DeviceSynchronize", "DeviceGetAttribute", "DeviceGetLimit", "DeviceGetCacheConfig", "GetDevice", "GetDeviceCount",
      "StreamCreateWithFlags", "StreamDestroy", "StreamWaitEvent", "EventCreateWithFlags", "EventRecord", "EventDestroy", "MemcpyAsync",
      "Memcpy2DAsync", "Memcpy3DAsync", "MemsetAsync", "Memset2DAsync", "Memset3DAsync", "FuncGetAttributes", "RuntimeGetVersion",
      "GetLastError", "PeekAtLastError", "GetErrorString", "GetErrorName", "OccupancyMaxActiveBlocksPerMultiprocessor",
      "OccupancyMaxPotentialBlockSize", "LaunchDevice", "GetParameterBuffer"};
  return Name.consume_front("cuda") && llvm::is_contained(Calls, Name);
}

// Calls that are the host's alone, and that programs try in kernels.
static bool isOfHostAlone(llvm::StringRef Name) {
  static constexpr llvm::StringLiteral Calls[] = {"StreamCreate",    "StreamSynchronize", "StreamQuery", "Memcpy",      "Memcpy2D",
                                                  "Memset",          "MallocManaged",     "EventCreate", "EventQuery",  "EventSynchronize",
                                                  "EventElapsedTime", "DeviceSetLimit",   "SetDevice",   "DeviceReset", "MallocAsync",
                                                  "FreeAsync"};
  return Name.consume_front("cuda") && llvm::is_contained(Calls, Name);
}

static bool isOfRuntime(llvm::StringRef Name) {
  return isInDeviceRuntime(Name) || isOfHostAlone(Name) || Name == "cudaGraphLaunch" || Name == "cudaGetCurrentGraphExec";
}

// Where device code calls it and cannot.
static std::string aboutDeviceRuntime(llvm::StringRef Name) {
  std::string Called = "`" + Name.str() + "` in device code ";
  if (isOfHostAlone(Name))
    return Called + "is not in CUDA's device runtime: call it on the host";
  if (!isInDeviceRuntime(Name))
    return Called + "(graphs that kernels launch) is not in Chevron yet: call it on the host";
  return Called + "(dynamic parallelism) takes all its arguments, the stream too; for AMD GPUs it is not in Chevron: call it on the host, or use `--device cpu`";
}

// Chevron's own headers are read, not a toolkit's.
static bool readsEmbedded(const SourceManager &Sources) {
  return bool(Sources.getFileManager().getOptionalFileRef("/chevron/include/cuda_runtime.h"));
}

// What clang says of something that Chevron lacks names a flag that is not there, a path or sides of a call. Empty: clang's words are right.
static std::string wordsOfOurOwn(const clang::Diagnostic &Info) {
  switch (Info.getID()) {
  case diag::err_cuda_device_kernel_launch_require_rdc:
    return "kernels that launch kernels (dynamic parallelism) run on the CPU device and NVIDIA's GPUs alone: launch from the host, or use `--device cpu`";
  case diag::err_pp_file_not_found:
    if (!Info.hasSourceManager() || !readsEmbedded(Info.getSourceManager()))
      return "";
    return aboutAbsentHeader(Info.getArgKind(0) == DiagnosticsEngine::ak_std_string ? Info.getArgStdStr(0) : std::string());
  case diag::warn_pragma_omp_ignored:
    return "`#pragma omp` is ignored, because LLVM's OpenMP library is not there; install the package libomp-22-dev";
  case diag::err_ref_bad_target:
    if (std::string Name = nameIn(Info); isOfRuntime(Name))
      return aboutDeviceRuntime(Name);
    return "";
  default:
    return "";
  }
}

// A call that no overload takes, of a function of the runtime's: the note says whether the reason is that device code makes it. Then the
// error before the note says so instead.
static bool turnsIntoDeviceRuntime(const clang::Diagnostic &Note, Diagnostic &Told, std::string &Rendered) {
  if (Note.getID() != diag::note_ovl_candidate_bad_target)
    return false;
  llvm::StringRef Name = Told.Message;
  if (!Name.consume_front("no matching function for call to '") || !Name.consume_back("'") || !isOfRuntime(Name))
    return false;
  std::string Words = aboutDeviceRuntime(Name);
  if (size_t At = Rendered.rfind(Told.Message); At != std::string::npos)
    Rendered.replace(At, Told.Message.size(), Words);
  Told.Message = Words;
  return true;
}

// A message in words that tell a user more than clang's; empty if those are right.
static std::string inOtherWords(const clang::Diagnostic &Info) {
  if (std::string Own = wordsOfOurOwn(Info); !Own.empty())
    return Own;
  llvm::SmallString<128> Message;
  Info.FormatDiagnostic(Message);
  std::string Meant = memberMeant(Info);
  if (Meant.empty() && !Message.str().contains("__chv_"))
    return "";
  std::string Result = withPublicNames(Message.str().str());
  return Meant.empty() ? Result : Result + "; did you mean '" + Meant + "'?";
}

// The largest number that `#line` may give to a line; clang warns of greater ones and takes them ([cpp.line]).
static constexpr unsigned LineMax = 2147483647;

// Fills in the place of a message, as the user knows it; whether that is the cell's end.
bool DiagnosticCollector::place(Diagnostic &Entry, FullSourceLoc &Where) const {
  // The end of a cell is seen in the file that includes it, which means nothing to the user.
  bool AtEnd = Where.isValid() && Where.getFileID() == Where.getManager().getMainFileID() && CellEnd.isValid();
  if (AtEnd)
    Where = FullSourceLoc(CellEnd, Where.getManager());
  PresumedLoc Presumed = Where.isValid() ? Where.getPresumedLoc() : PresumedLoc();
  if (Presumed.isValid())
    Entry.Source = Presumed.getFilename(), Entry.Line = Presumed.getLine(), Entry.Column = Presumed.getColumn();
  return AtEnd;
}

// Does nothing follow in the file?
static bool isLast(FullSourceLoc Where) {
  if (Where.isInvalid())
    return false;
  auto [File, Offset] = Where.getManager().getDecomposedLoc(Where.getManager().getExpansionLoc(Where));
  return Where.getManager().getBufferData(File).drop_front(Offset).trim().empty();
}

// A macro of an embedded header, as `__global__`, that the user's text uses: nobody can open where it is defined, and its name says all.
static bool isInEmbeddedMacro(FullSourceLoc Where) {
  if (!Where.isValid() || !Where.isMacroID() || isEmbedded(Where))
    return false;
  return Where.getManager().getFilename(Where.getSpellingLoc()).starts_with("/chevron/");
}

// Beyond the last of all lines clang's numbers begin again at 0 (`#line 4294967295`): it would write four billion blanks to make them as wide as the last one.
static bool hasNumberedLine(const clang::Diagnostic &Info) {
  if (!Info.hasSourceManager() || Info.getLocation().isInvalid())
    return true;
  PresumedLoc Place = Info.getSourceManager().getPresumedLoc(Info.getLocation());
  return Place.isInvalid() || Place.getLine() <= LineMax;
}

void DiagnosticCollector::HandleDiagnostic(DiagnosticsEngine::Level Level, const clang::Diagnostic &Info) {
  if (Level >= DiagnosticsEngine::Error)
    Ask.OnError();
  // A note goes the way of what it belongs to.
  if (Level != DiagnosticsEngine::Note || !Skipping)
    Skipping = Ask.IsUnwanted(Info);
  if (Full || Skipping || (Level == DiagnosticsEngine::Note && isInDisplay(Info)))
    return;
  if (Level == DiagnosticsEngine::Note && !Diagnostics.empty() && turnsIntoDeviceRuntime(Info, Diagnostics.back(), Told.Text)) {
    Skipping = true;
    return;
  }
  Options.ShowLineNumbers = hasNumberedLine(Info);
  Whole.Printer.HandleDiagnostic(Level, Info);
  llvm::SmallString<128> Message;
  std::string Reworded = inOtherWords(Info);
  if (!Reworded.empty())
    Message = Reworded;
  else
    Info.FormatDiagnostic(Message);
  Diagnostic Entry{Level >= DiagnosticsEngine::Error ? 2 : Level == DiagnosticsEngine::Note ? 0 : 1,
                   Message.str().str(), "", 0, 0, complaintOf(Info)};
  FullSourceLoc Where;
  if (Info.hasSourceManager() && Info.getLocation().isValid())
    Where = FullSourceLoc(Info.getLocation(), Info.getSourceManager());
  bool IsMacro = isInEmbeddedMacro(Where);
  if (IsMacro)
    Where = Where.getExpansionLoc();
  bool AtEnd = place(Entry, Where);
  if (Level == DiagnosticsEngine::Note) {
    if (!tellsNote(Info, Entry, Where))
      return;
  } else {
    beginGroup();
  }
  if (Level != DiagnosticsEngine::Note && isJustTold(Diagnostics, Entry)) {
    Skipping = true;
    return;
  }
  // After a mistake in the expression whose value is to be shown; it needs no `;`.
  if (getNumErrors() > 0 && Info.getID() == diag::err_expected_semi_after_expr && isLast(Where)) {
    Skipping = true;
    return;
  }
  if (Level >= DiagnosticsEngine::Error && getNumErrors() == ErrorsMax) {
    Told.Stream << "too many errors, the rest is not shown\n";
    Full = true;
    return;
  }
  if (std::string Name = tellsOfRedeclaration(Info.getID()) ? nameIn(Info) : ""; !Name.empty())
    Redeclared.push_back(std::move(Name));
  // What comes after a file that is missing is noise.
  Full = Level == DiagnosticsEngine::Fatal || Info.getID() == diag::err_pp_file_not_found;
  DiagnosticConsumer::HandleDiagnostic(Level, Info);
  if (Level >= DiagnosticsEngine::Error && isOfHostCode(Info, Entry, Where))
    return;
  if (Level != DiagnosticsEngine::Note)
    noteError(Info, Where);
  askAboutTypes(Info);
  if (isTypeOutside(Info))
    Remarks.push_back("a type that is defined outside of its class or namespace is defined again in one cell with the declaration there");
  if (AtEnd || IsMacro || !Reworded.empty())
    TextDiagnostic(Told.Stream, *Language, Options).emitDiagnostic(Where, Level, Entry.Message, {}, {});
  else
    Told.Printer.HandleDiagnostic(Level, Info);
  Diagnostics.push_back(std::move(Entry));
}

void DiagnosticCollector::clear() {
  DiagnosticConsumer::clear();
  Full = false;
  HostCode.clear();
}

std::vector<Diagnostic> DiagnosticCollector::takeDiagnostics() {
  finishGroup();
  clear();
  return std::exchange(Diagnostics, {});
}

// Where a line's text begins, after what sets its colours.
static llvm::StringRef withoutColors(llvm::StringRef Line) {
  while (Line.consume_front("\x1b["))
    Line = Line.substr(Line.find('m') + 1);
  return Line;
}

static constexpr llvm::StringLiteral IncludedFrom = "In file included from ";

// Cells are included by an empty main file that the user has never seen; its line in the include stack says nothing.
static bool namesTheMainFile(llvm::StringRef Text) {
  return Text.starts_with(IncludedFrom) && Text.contains(MAIN_FILE_NAME ":");
}

// In the precompiled headers the main file has a directory. The user has included none of the files between it and the one that is meant.
static bool isOfPrecompiled(llvm::StringRef Text) {
  return namesTheMainFile(Text) && !Text.drop_front(IncludedFrom.size()).starts_with(MAIN_FILE_NAME);
}

// The lines of an include stack, of which a long one, such as that of a header that includes itself, is cut in the middle.
static void addIncludes(llvm::ArrayRef<llvm::StringRef> Lines, std::string &Result) {
  constexpr size_t First = 6, Last = 3;
  bool Long = Lines.size() > First + Last + 1;
  for (llvm::StringRef Line : Long ? Lines.take_front(First) : Lines)
    Result.append(Line).append("\n");
  if (!Long)
    return;
  Result += "  ... " + std::to_string(Lines.size() - First - Last) + " more files ...\n";
  for (llvm::StringRef Line : Lines.take_back(Last))
    Result.append(Line).append("\n");
}

// A text without the files that no user has seen.
static std::string withoutOurFiles(llvm::StringRef Rest) {
  std::string Result;
  bool InPrecompiled = false;
  std::vector<llvm::StringRef> Includes;
  while (!Rest.empty()) {
    auto [Line, Tail] = Rest.split('\n');
    llvm::StringRef Text = withoutColors(Line);
    InPrecompiled = isOfPrecompiled(Text) || (InPrecompiled && Text.starts_with(IncludedFrom));
    bool Unseen = InPrecompiled || namesTheMainFile(Text);
    if (!Unseen && Text.starts_with(IncludedFrom)) {
      Includes.push_back(Line);
    } else {
      addIncludes(Includes, Result);
      Includes.clear();
      if (Unseen)
        Result.append(Line.drop_back(Text.size())); // the line before may end its colour here
      else
        Result.append(Line).append("\n");
    }
    Rest = Tail;
  }
  addIncludes(Includes, Result);
  return Result;
}

std::string DiagnosticCollector::takeEverything() {
  finishGroup();
  std::string Taken = std::exchange(Whole.Text, {});
  return std::exchange(LeftOut, false) ? withoutOurFiles(Taken) : "";
}

std::string DiagnosticCollector::takeRendered() {
  finishGroup();
  takeEverything();
  std::string Result = withoutOurFiles(std::exchange(Told.Text, {}));
  for (const std::string &Remark : std::exchange(Remarks, {}))
    Result.append("note: ").append(Remark).append("\n");
  return Result;
}

} // namespace chv
