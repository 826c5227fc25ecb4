#include "session/session_headers.h"
#include "border/guard.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Serialization/ASTWriter.h"
#include "clang/Serialization/PCHContainerOperations.h"

using namespace clang;

namespace chv {

namespace {

constexpr llvm::StringLiteral Paths[] = {"/chevron/precompiled/session_host.pch", "/chevron/precompiled/session_device.pch"};

// How long the session must have done nothing before this begins by itself.
constexpr auto QuietBefore = std::chrono::milliseconds(500);

enum class LineKind { Blank, Include, Other };

// Is this line empty or a comment, or an include of what is not looked for beside the file?
LineKind kindOf(llvm::StringRef Line) {
  Line = Line.trim();
  if (Line.ends_with("\\"))
    return LineKind::Other;
  if (Line.empty() || Line.starts_with("//"))
    return LineKind::Blank;
  if (!Line.consume_front("#"))
    return LineKind::Other;
  Line = Line.ltrim();
  if (!Line.consume_front("include"))
    return LineKind::Other;
  Line = Line.ltrim();
  size_t End = Line.find('>');
  if (!Line.starts_with("<") || End == llvm::StringRef::npos)
    return LineKind::Other;
  Line = Line.drop_front(End + 1).ltrim();
  return Line.empty() || Line.starts_with("//") ? LineKind::Include : LineKind::Other;
}

// The includes that a cell begins with; empty if there are none.
llvm::StringRef includesOf(const CellText &Cell) {
  llvm::StringRef Rest(Cell.Text);
  bool Some = false;
  if (!Cell.Redeclared.empty() || llvm::StringRef(Cell.Name).find_first_of("\"\\") != llvm::StringRef::npos)
    return {};
  while (!Rest.empty()) {
    auto [Line, Tail] = Rest.split('\n');
    LineKind Kind = kindOf(Line);
    if (Kind == LineKind::Other)
      break;
    Some |= Kind == LineKind::Include;
    Rest = Tail;
  }
  return Some ? llvm::StringRef(Cell.Text).drop_back(Rest.size()) : llvm::StringRef();
}

bool onlyIncludes(const CellText &Cell) { return includesOf(Cell).size() == Cell.Text.size(); }

// The cells up to the first that has other text.
llvm::ArrayRef<CellText> firstIncludes(llvm::ArrayRef<CellText> Cells, size_t &Whole) {
  Whole = Cells.take_while([](const CellText &Cell) { return onlyIncludes(Cell); }).size();
  bool More = Whole < Cells.size() && !includesOf(Cells[Whole]).empty();
  return Cells.take_front(Whole + More);
}

bool startsWith(llvm::ArrayRef<CellText> Cells, llvm::ArrayRef<unsigned> Serials) {
  if (Cells.size() < Serials.size())
    return false;
  return llvm::equal(Serials, Cells.take_front(Serials.size()), [](unsigned Serial, const CellText &Cell) { return Serial == Cell.Serial; });
}

// As the first includes find it: messages name the cells.
std::string textOf(llvm::ArrayRef<CellText> Cells) {
  std::string Text;
  for (const CellText &Cell : Cells)
    Text += "#line 1 \"" + Cell.Name + "\"\n" + includesOf(Cell).str() + "\n";
  return Text;
}

// What the headers include, and whether all of them are the system's.
struct Includes {
  std::vector<std::pair<std::string, std::string>> Files; // as written, and the path
  bool OnlySystem = true;
};

class IncludeWatcher : public PPCallbacks {
public:
  explicit IncludeWatcher(Includes &Found) : Found(Found) {}
  void InclusionDirective(SourceLocation, const Token &, llvm::StringRef Written, bool, CharSourceRange, OptionalFileEntryRef File,
                          llvm::StringRef, llvm::StringRef, const Module *, bool, SrcMgr::CharacteristicKind Kind) override {
    safePoint();
    Found.Files.emplace_back(Written.str(), File ? File->getName().str() : std::string());
    Found.OnlySystem &= !File || SrcMgr::isSystem(Kind);
  }

private:
  Includes &Found;
};

class HeadersGenerator : public PCHGenerator {
public:
  using PCHGenerator::PCHGenerator;
  void InitializeSema(Sema &S) override {
    Semantics = &S;
    PCHGenerator::InitializeSema(S);
  }
  void ForgetSema() override {
    Semantics = nullptr;
    PCHGenerator::ForgetSema();
  }
  void HandleTranslationUnit(ASTContext &Context) override {
    if (Semantics)
      forgetUnfinished(*Semantics);
    PCHGenerator::HandleTranslationUnit(Context);
  }

private:
  Sema *Semantics = nullptr;
};

// Writes to memory.
class HeadersAction : public GeneratePCHAction {
public:
  HeadersAction(std::shared_ptr<PCHBuffer> Buffer, Includes &Found) : Buffer(std::move(Buffer)), Found(Found) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler, llvm::StringRef) override {
    std::string Sysroot;
    if (!ComputeASTConsumerArguments(Compiler, Sysroot))
      return nullptr;
    Compiler.getPreprocessor().addPPCallbacks(std::make_unique<IncludeWatcher>(Found));
    return std::make_unique<HeadersGenerator>(Compiler.getPreprocessor(), Compiler.getModuleCache(), "", Sysroot, Buffer, Compiler.getCodeGenOpts(),
                                              Compiler.getFrontendOpts().ModuleFileExtensions, /*AllowASTWithErrors=*/false,
                                              /*IncludeTimestamps=*/false);
  }

private:
  std::shared_ptr<PCHBuffer> Buffer;
  Includes &Found;
};

// The files, and the precompiled header. It lives as long as an AST reads from it.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> withHeader(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files, llvm::StringRef Path,
                                                           llvm::StringRef Contents) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Memory->addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy(Contents, Path));
  auto Both = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(Files));
  Both->pushOverlay(std::move(Memory));
  return Both;
}

} // namespace

SessionHeaders::~SessionHeaders() {
  {
    std::lock_guard Lock(Mutex);
    Stop = true;
  }
  Changed.notify_all();
  if (Worker.joinable())
    Worker.join();
}

// The preamble's header names itself by its path, so it is read from there.
SessionHeaders::Made SessionHeaders::make(llvm::ArrayRef<CellText> Cells, size_t Whole) const {
  DiagnosticCollector Diagnostics(/*Color=*/false);
  auto Compiler = createCompilerInstance(Options, textOf(Cells), Diagnostics);
  if (!Compiler) {
    llvm::consumeError(Compiler.takeError());
    return nullptr;
  }
  auto Files = llvm::makeIntrusiveRefCnt<FilesOfCells>(Options.Files, Options.Kept);
  Files->beginCell(Cells.back().Number);
  (*Compiler)->setVirtualFileSystem(Files);
  (*Compiler)->getPreprocessorOpts().ImplicitPCHInclude = Options.PrecompiledPath;
  (*Compiler)->getFrontendOpts().ProgramAction = frontend::GeneratePCH;
  auto Buffer = std::make_shared<PCHBuffer>();
  Includes Found;
  HeadersAction Action(Buffer, Found);
  bool Good = (*Compiler)->ExecuteAction(Action) && !(*Compiler)->getDiagnostics().hasErrorOccurred();
  if (!Good || !Buffer->IsComplete || !Found.OnlySystem)
    return nullptr;
  auto Result = std::make_shared<Precompiled>();
  for (const CellText &Cell : Cells)
    Result->Serials.push_back(Cell.Serial);
  Result->Whole = Whole;
  Result->Options = Options;
  Result->Options.Files = withHeader(Options.Files, Paths[int(Which)], {Buffer->Data.data(), Buffer->Data.size()});
  Result->Options.PrecompiledPath = Paths[int(Which)].str();
  Result->Included = std::move(Found.Files);
  return Result;
}

// What is precompiled of the includes that these cells begin with, of all or of the first ones.
SessionHeaders::Made SessionHeaders::find(llvm::ArrayRef<CellText> Cells) {
  std::lock_guard Lock(Mutex);
  return Ready && startsWith(Cells, Ready->Serials) ? Ready : nullptr;
}

size_t SessionHeaders::readBy(llvm::ArrayRef<CellText> Cells) {
  Made Header = find(Cells);
  return Header ? Header->Whole : 0;
}

llvm::Expected<std::unique_ptr<Frontend>> SessionHeaders::create(llvm::LLVMContext &Context, llvm::ArrayRef<CellText> Cells, size_t &Read) {
  Read = 0;
  Made Header = find(Cells);
  want(Cells, /*AtOnce=*/true);
  if (Header) {
    auto Result = Frontend::create(Which, Header->Options, Context);
    if (Result) {
      for (const auto &[Written, Path] : Header->Included)
        (*Result)->included(Written, Path);
      Read = Header->Whole;
      return Result;
    }
    llvm::consumeError(Result.takeError());
    refuse(Cells);
  }
  return Frontend::create(Which, Options, Context);
}

void SessionHeaders::follow(llvm::ArrayRef<CellText> Cells) { want(Cells, /*AtOnce=*/false); }

bool SessionHeaders::refuse(llvm::ArrayRef<CellText> Cells) {
  std::lock_guard Lock(Mutex);
  if (!Ready || !startsWith(Cells, Ready->Serials))
    return false;
  Refused = Ready->Serials;
  Ready = nullptr;
  return true;
}

void SessionHeaders::want(llvm::ArrayRef<CellText> Cells, bool AtOnce) {
  if (Options.PrecompiledPath.empty())
    return;
  size_t Whole = 0;
  llvm::ArrayRef<CellText> First = firstIncludes(Cells, Whole);
  std::lock_guard Lock(Mutex);
  // What stands by leaves out the newest cells: these may be fewer than the side has.
  bool Fewer = AtOnce && First.size() <= Wanted.size() && (First.empty() || First.back().Serial == Wanted[First.size() - 1].Serial);
  Begin = std::chrono::steady_clock::now() + QuietBefore;
  if (!Fewer && (First.size() != Wanted.size() || (!First.empty() && First.back().Serial != Wanted.back().Serial))) {
    Wanted = First;
    WantedWhole = Whole;
  }
  if (!isWanted())
    return;
  Urgent |= AtOnce;
  if (!Worker.joinable())
    Worker = std::thread([this] { work(); });
  Changed.notify_all();
}

bool SessionHeaders::isWanted() const {
  llvm::ArrayRef<CellText> Cells(Wanted);
  bool Known = Ready && Ready->Serials.size() == Cells.size() && startsWith(Cells, Ready->Serials);
  bool Useless = !Refused.empty() && startsWith(Cells, Refused);
  return !Cells.empty() && !Known && !Useless;
}

void SessionHeaders::work() {
  Watch Watching(Stop);
  std::unique_lock Lock(Mutex);
  while (!Stop) {
    if (!isWanted()) {
      Changed.wait(Lock, [this] { return Stop || isWanted(); });
      continue;
    }
    if (!Urgent && std::chrono::steady_clock::now() < Begin) {
      Changed.wait_until(Lock, std::chrono::steady_clock::time_point(Begin));
      continue;
    }
    std::vector<CellText> Cells = Wanted;
    size_t Whole = WantedWhole;
    Urgent = false;
    Lock.unlock();
    Made New;
    if (auto Result = madeGuarded<Made>([&] { return make(Cells, Whole); }))
      New = std::move(*Result);
    Lock.lock();
    if (New) {
      Ready = std::move(New);
      continue;
    }
    Refused.clear();
    for (const CellText &Cell : Cells)
      Refused.push_back(Cell.Serial);
  }
}

} // namespace chv
