// The C border: copies in, hands out views of what a handle owns.
#include "ast/code_completion.h"
#include "ast/nameless_types.h"
#include "ast/unevaluated_calls.h"
#include "ast/withheld_names.h"
#include "border/chevron_shim.h"
#include "border/guard.h"
#include "border/names.h"
#include "border/safe_points.h"
#include "border/text.h"
#include "device/code_image.h"
#include "device/code_library.h"
#include "emission/debugger.h"
#include "emission/line_table.h"
#include "sanitize/watch_pass.h"
#include "session/borrowed_file.h"
#include "session/precompile.h"
#include "session/regular_files.h"
#include "session/session.h"
#include "tiers/loop_remarks.h"
#include "tiers/thread_code.h"
#include "tiers/walked_rows.h"
#include "clang/Tooling/Inclusions/StandardLibrary.h"
#include "llvm-c/Core.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"

using namespace chv;

struct chv_compiler {
  std::unique_ptr<Session> Current;
};

namespace {

llvm::StringRef view(chv_span Span) { return {Span.data, Span.size}; }
chv_span span(llvm::StringRef Text) { return {Text.data(), Text.size()}; }

constexpr llvm::StringLiteral PrecompiledPaths[] = {"/chevron/precompiled/host.pch", "/chevron/precompiled/device.pch"};

// The embedded headers and the side's precompiled header, over the machine's own files.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystem(const chv_options &Options, int Side, llvm::StringRef Precompiled) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (size_t I = 0; I < Options.header_count; ++I) {
    const chv_header &Header = Options.headers[I];
    Memory->addFile(view(Header.path), 0, llvm::MemoryBuffer::getMemBufferCopy(view(Header.contents)));
  }
  auto Files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(regularFiles());
  Files->pushOverlay(Memory);
  if (Precompiled.empty())
    return Files;
  return withBorrowedFile(std::move(Files), PrecompiledPaths[Side], Precompiled);
}

FrontendOptions frontendOptions(const chv_options &Options, int Side) {
  FrontendOptions Result;
  for (size_t I = 0; I < Options.arguments[Side].count; ++I)
    Result.Arguments.push_back(view(Options.arguments[Side].items[I]).str());
  PrecompiledParts Parts = PrecompiledParts::of(view(Options.precompiled[Side]));
  Result.Files = fileSystem(Options, Side, Parts.Header);
  Result.Preamble = view(Options.preamble).str();
  if (Options.precompiled[Side].size) {
    Result.PrecompiledPath = PrecompiledPaths[Side].str();
    Result.Withheld = std::make_shared<WithheldTable>(WithheldTable::parse(Parts.Withheld));
  }
  Result.Color = Options.color;
  return Result;
}

chv_text *text(std::string Text) { return new chv_text{std::move(Text)}; }

// A result with the views that the C structures hold.
struct Cell : chv_cell {
  CellResult Result;
  std::vector<chv_item> ItemViews;
  std::vector<chv_kernel> KernelViews;
  chv_kernel ThunksView = {};
  std::vector<chv_variable> VariableViews;
  std::vector<chv_diagnostic> DiagnosticViews;
  std::vector<std::vector<chv_site>> SiteViews;
  std::vector<std::vector<chv_span>> NameViews;
  std::vector<std::vector<chv_use>> UseViews;
  std::vector<chv_old_type> OldTypeViews;
  std::vector<chv_definition> DefinitionViews;
  std::vector<chv_replaced> ReplacedViews;
  std::vector<chv_span> UndefinedMacroViews;

  explicit Cell(CellResult Taken) : chv_cell(), Result(std::move(Taken)) {
    status = Result.Outcome;
    rendered = span(Result.Rendered);
    everything = span(Result.Everything);
    host_bitcode = span(Result.Host.Bitcode);
    host_unique = Result.Host.Unique;
    host_optimize = Result.Host.Optimize;
    has_main = Result.Host.HasMain;
    main_type = span(Result.Host.MainType);
    runs = Result.Host.Runs;
    stubs_only = Result.Host.StubsOnly;
    footprint = Result.Leaves.What;
    refers = Result.Leaves.Cells.data();
    refer_count = Result.Leaves.Cells.size();
    value_type = span(Result.ValueType);
    only_looks = Result.OnlyLooks;
    host_parse_ns = Result.HostParseNs;
    device_parse_ns = Result.DeviceParseNs;
    host_ir_ns = Result.HostIrNs;
    device_ir_ns = Result.DeviceIrNs;
    closure_ns = Result.ClosureNs;
    viewDiagnostics();
    viewItems();
    viewKernels();
    viewVariables();
    viewDefinitions();
  }

private:
  void viewDiagnostics() {
    for (const Diagnostic &D : Result.Diagnostics)
      DiagnosticViews.push_back({D.Severity, span(D.Message), span(D.Source), D.Line, D.Column, int(D.About)});
    diagnostics = DiagnosticViews.data();
    diagnostic_count = DiagnosticViews.size();
  }

  void viewItems() {
    for (const Item &I : Result.Items) {
      // Their elements stay where they are when the vector of them grows.
      const chv_use *Uses = viewUses(I.Uses), *Types = viewUses(I.Types);
      ItemViews.push_back({int(I.Kind), span(I.Name), span(I.Signature), span(I.Symbol), Uses, I.Uses.size(), Types, I.Types.size(),
                           I.OnlyDeclared});
    }
    items = ItemViews.data();
    item_count = ItemViews.size();
    for (const OldType &O : Result.OldTypes)
      OldTypeViews.push_back({span(O.Variable), span(O.Type), O.Cell, O.Newer});
    old_types = OldTypeViews.data();
    old_type_count = OldTypeViews.size();
  }

  const chv_use *viewUses(const std::vector<Use> &Uses) {
    auto &Views = UseViews.emplace_back();
    for (const Use &U : Uses)
      Views.push_back({span(U.Name), span(U.Signature), U.Cell, U.IsMacro});
    return Views.data();
  }

  void viewKernels() {
    for (const Kernel &K : Result.Kernels) {
      auto &Sites = SiteViews.emplace_back();
      for (const Site &S : K.Code.Sites)
        Sites.push_back({span(S.Source), span(S.Primitive), S.Line, S.Column});
      KernelViews.push_back({span(K.Symbol), span(K.Display), span(K.Code.Bitcode), viewNames(K.Code.Variables), Sites.data(), Sites.size(),
                             K.ParamBytes.data(), K.ParamBytes.size(), K.MaxThreads, K.Cell, K.Recompiled, {K.Cluster[0], K.Cluster[1], K.Cluster[2]}, viewNames(K.Functions)});
    }
    kernels = KernelViews.data();
    kernel_count = KernelViews.size();
    if (Result.MadeThunks.Functions.empty())
      return;
    ThunksView.bitcode = span(Result.MadeThunks.Code.Bitcode);
    ThunksView.functions = viewNames(Result.MadeThunks.Functions);
    thunks = &ThunksView;
  }

  chv_list viewNames(const std::vector<std::string> &Symbols) {
    // Its elements stay where they are when the vector of them grows.
    auto &Names = NameViews.emplace_back();
    for (const std::string &Name : Symbols)
      Names.push_back(span(Name));
    return {Names.data(), Names.size()};
  }

  void viewVariables() {
    for (const Variable &V : Result.Variables)
      VariableViews.push_back({span(V.Symbol), span(V.Display), span(V.Init), V.Space, V.Bytes, V.Align});
    variables = VariableViews.data();
    variable_count = VariableViews.size();
  }

  void viewDefinitions() {
    for (const Definition &D : Result.Host.Definitions)
      DefinitionViews.push_back({span(D.Symbol), D.Fresh});
    definitions = DefinitionViews.data();
    definition_count = DefinitionViews.size();
    for (const Supersession &S : Result.Superseded)
      ReplacedViews.push_back({span(S.Name), span(S.Signature), span(S.By), S.Cell, S.Followed, S.BuiltIn, span(S.GoneFrom)});
    replaced = ReplacedViews.data();
    replaced_count = ReplacedViews.size();
    for (const std::string &Macro : Result.UndefinedMacros)
      UndefinedMacroViews.push_back(span(Macro));
    undefined_macros = UndefinedMacroViews.data();
    undefined_macro_count = UndefinedMacroViews.size();
  }
};

// Frames with the texts that the C structures view.
struct Frames : chv_frames {
  std::vector<std::vector<SourceFrame>> Found;
  std::vector<chv_frame> Views;

  explicit Frames(std::vector<std::vector<SourceFrame>> Taken) : chv_frames(), Found(std::move(Taken)) {
    for (unsigned Place = 0; Place < Found.size(); ++Place)
      for (const SourceFrame &F : Found[Place])
        Views.push_back({span(F.Function), span(F.File), F.Line, Place});
    frames = Views.data();
    frame_count = Views.size();
  }
};

} // namespace

void chv_initialize(void) {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  LLVMInitializeX86AsmParser(); // inline assembly in host code
  insistOnLines();
  takeAnyStride();
  allowUnevaluatedCalls();
}

// Clang loses its way in headers that a macro of the command line has broken.
static constexpr const char *LostInHeaders = "the embedded headers do not compile: clang crashed while it read them";

int chv_precompile(const chv_options *Options, int Side, chv_text **Header, chv_text **Files, chv_text **Identifiers, chv_text **Error) {
  auto Made = madeGuarded<llvm::Expected<Precompiled>>([&] { return precompile(frontendOptions(*Options, Side)); });
  if (!Made || !*Made) {
    *Error = text(Made ? toString(Made->takeError()) : LostInHeaders);
    return 1;
  }
  *Header = text(std::move((*Made)->Header));
  *Files = text(std::move((*Made)->Files));
  *Identifiers = text(std::move((*Made)->Identifiers));
  return 0;
}

chv_compiler *chv_compiler_create(const chv_options *Options, chv_text **Error) {
  using Outcome = llvm::Expected<std::unique_ptr<Session>>;
  auto Made = madeGuarded<Outcome>([&]() -> Outcome {
    return Session::create(frontendOptions(*Options, CHV_HOST), frontendOptions(*Options, CHV_DEVICE), Options->unit);
  });
  if (!Made || !*Made) {
    *Error = text(Made ? toString(Made->takeError()) : LostInHeaders);
    return nullptr;
  }
  return new chv_compiler{std::move(**Made)};
}

static_assert(sizeof(std::atomic<bool>) == 1 && std::atomic<bool>::is_always_lock_free);

void chv_watch(const void *Stop) {
  thread_local std::optional<Watch> Watching;
  Watching.reset();
  if (Stop)
    Watching.emplace(*static_cast<const std::atomic<bool> *>(Stop));
}

void chv_read_files_as(chv_compiler *Compiler, const chv_compiler *Older, unsigned Before) {
  Compiler->Current->readFilesAs(*Older->Current, Before);
}

void chv_compiler_free(chv_compiler *Compiler) { delete Compiler; }

chv_cell *chv_compile(chv_compiler *Compiler, chv_span Text, chv_span Name, unsigned Number, unsigned Serial, unsigned Reading) {
  return new Cell(Compiler->Current->compile({Number, view(Name).str(), view(Text).str(), {}, Serial, Reading}));
}

void chv_cell_free(chv_cell *Result) { delete static_cast<Cell *>(Result); }

static chv_cell *kernels(std::vector<Kernel> Taken, uint64_t Ns = 0) {
  CellResult Result;
  Result.Kernels = std::move(Taken);
  Result.ClosureNs = Ns;
  return new Cell(std::move(Result));
}

chv_cell *chv_take_kernels(chv_compiler *Compiler) {
  uint64_t Ns = 0;
  std::vector<Kernel> Taken = Compiler->Current->takeKernels(Ns);
  return kernels(std::move(Taken), Ns);
}

void chv_cut_beside(chv_compiler *Compiler, chv_kernel_taker Taker, void *Context) {
  Compiler->Current->cutBeside([=](std::vector<Kernel> Cut, uint64_t Ns) { Taker(Context, kernels(std::move(Cut), Ns)); });
}

void chv_prepare(chv_compiler *Compiler) { Compiler->Current->prepare(); }

chv_cell *chv_undo(chv_compiler *Compiler, unsigned First) { return kernels(Compiler->Current->undo(First)); }

void chv_give_up(chv_compiler *Compiler, unsigned First) { Compiler->Current->giveUp(First); }

void chv_compact(chv_compiler *Compiler, const unsigned *Cells, size_t Count) {
  Compiler->Current->compact(llvm::ArrayRef(Cells, Count));
}

void chv_hurry(chv_compiler *Compiler) { Compiler->Current->hurry(); }

int chv_compacts(chv_compiler *Compiler) { return Compiler->Current->compacts(); }

chv_text *chv_demangle(chv_span Symbol) { return text(llvm::demangle(view(Symbol))); }
chv_text *chv_without_cells(chv_span Symbol) { return text(withoutCells(view(Symbol))); }

chv_text *chv_standard_header(chv_span Scope, chv_span Name) {
  using namespace clang::tooling::stdlib;
  std::optional<Symbol> Known = Symbol::named(view(Scope), view(Name), Lang::CXX);
  std::optional<Header> Home = Known ? Known->header() : std::nullopt;
  return Home ? text(Home->name().str()) : nullptr;
}

chv_cell *chv_kernels_using(chv_compiler *Compiler, chv_span Symbol, chv_span Name) {
  return kernels(Compiler->Current->kernelsUsing(view(Symbol), view(Name)));
}

chv_text *chv_closure_again(chv_compiler *Compiler, chv_span Symbol, int Kept) {
  std::optional<Closure> Cut = Compiler->Current->closureAgain(view(Symbol), Kept ? Lines::Kept : Lines::Dropped);
  return Cut ? text(std::move(Cut->Bitcode)) : nullptr;
}

unsigned chv_max_threads(chv_compiler *Compiler, chv_span Symbol) { return Compiler->Current->maxThreads(view(Symbol)); }

chv_text *chv_ask(chv_compiler *Compiler, int What, chv_span Text, size_t Position, unsigned Number) {
  std::string Answer = Compiler->Current->ask({Question::Kinds(What), view(Text).str(), Position, Number});
  return Answer.empty() ? nullptr : text(std::move(Answer));
}

chv_text *chv_library_contents(chv_span File, chv_text **Error) {
  std::string Why;
  auto Found = madeGuarded<llvm::Expected<std::shared_ptr<const LibraryContents>>>([&] { return contentsOf({view(File), "library"}); }, &Why);
  if (!Found || !*Found) {
    *Error = text(Found ? toString(Found->takeError()) : "LLVM crashed while it read the bitcode");
    return nullptr;
  }
  const LibraryContents &Contents = ***Found;
  std::string All = Contents.Declarations;
  for (const LibraryPart &Part : Contents.Parts) {
    All += "\x1e" + Part.Triple;
    for (const auto *Names : {&Part.Kernels, &Part.Functions, &Part.Missing}) {
      All += "\x1f";
      for (const std::string &Name : *Names)
        All += Name + "\n";
    }
  }
  return text(std::move(All));
}

static chv_image_reader ReaderOfImages;

void chv_read_images_by(chv_image_reader Reader) {
  ReaderOfImages = Reader;
  readImagesBy([](llvm::StringRef File, llvm::StringRef Target) {
    std::optional<llvm::Expected<std::string>> Told;
    auto Take = [](void *To, int Good, chv_span Text) {
      auto &Told = *static_cast<std::optional<llvm::Expected<std::string>> *>(To);
      if (Good)
        Told.emplace(view(Text).str());
      else
        Told.emplace(llvm::createStringError(view(Text)));
    };
    ReaderOfImages(span(File), span(Target), &Told, Take);
    return std::move(*Told);
  });
}

chv_text *chv_library_module(chv_compiler *Compiler) {
  std::string Code = Compiler->Current->libraryModule();
  return Code.empty() ? nullptr : text(std::move(Code));
}

chv_text *chv_library_declarations(chv_compiler *Compiler) {
  LibraryDeclarations Made = Compiler->Current->libraryDeclarations();
  std::string All = std::move(Made.Text);
  for (const auto *Names : {&Made.Kernels, &Made.Functions, &Made.Variables}) {
    All += "\x1e";
    for (const std::string &Name : *Names)
      All += Name + "\n";
  }
  return text(std::move(All));
}

chv_text *chv_library_file(const chv_span *Modules, size_t Count, chv_span Declarations) {
  std::vector<llvm::StringRef> Parts;
  for (size_t I = 0; I < Count; ++I)
    Parts.push_back(view(Modules[I]));
  return text(libraryFile(Parts, view(Declarations)));
}

chv_text *chv_device_code(chv_compiler *Compiler) {
  std::string Code = Compiler->Current->deviceCode();
  return Code.empty() ? nullptr : text(std::move(Code));
}

chv_text *chv_join_units(chv_compiler *Compiler, const chv_span *Code, const unsigned *Units, size_t Count) {
  std::vector<UnitCode> Others;
  for (size_t I = 0; I < Count; ++I)
    Others.push_back({view(Code[I]), Units[I]});
  std::string Mistake = Compiler->Current->joinUnits(Others);
  return Mistake.empty() ? nullptr : text(std::move(Mistake));
}

chv_frames *chv_frames_at(chv_span Object, chv_span WithLines, const chv_place *Places, size_t PlaceCount) {
  std::vector<CodePlace> Wanted;
  for (size_t I = 0; I < PlaceCount; ++I)
    Wanted.push_back({Places[I].section, Places[I].offset});
  return new Frames(framesAt(view(Object), view(WithLines), Wanted));
}

chv_frames *chv_frames_from(chv_span Object, chv_span WithLines, chv_span Symbol, const int64_t *Offsets, size_t OffsetCount) {
  auto Places = placesFrom(view(Object), view(Symbol), llvm::ArrayRef(Offsets, OffsetCount));
  return new Frames(framesAt(view(Object), view(WithLines), Places));
}

void chv_give_lines(LLVMModuleRef Module, chv_span Function) {
  if (llvm::Function *Found = llvm::unwrap(Module)->getFunction(view(Function)))
    giveLines(*Found);
}

void chv_note_lines(LLVMModuleRef Module) { noteLines(*llvm::unwrap(Module)); }
void chv_restore_lines(LLVMModuleRef Module) { restoreLines(*llvm::unwrap(Module)); }

int32_t chv_tells_of_variables(LLVMModuleRef Module) { return tellsOfVariables(*llvm::unwrap(Module)); }
void chv_keep_for_debugger(LLVMModuleRef Module) { keepForDebugger(*llvm::unwrap(Module)); }

chv_frames *chv_number_lines(LLVMModuleRef Module) { return new Frames(numberLines(*llvm::unwrap(Module))); }

chv_text *chv_remarks(LLVMModuleRef Module) {
  std::string All;
  for (const Remark &It : remarksOf(*llvm::unwrap(Module)))
    All += It.Name + "\x1f" + It.Text + "\x1f" + It.Function + "\x1f" + (It.OfThreads ? "threads" : "") + "\x1f" + std::to_string(It.At.size()) + "\x1e";
  return text(std::move(All));
}

chv_frames *chv_remark_places(LLVMModuleRef Module) {
  std::vector<std::vector<SourceFrame>> Places;
  for (const Remark &It : remarksOf(*llvm::unwrap(Module)))
    for (const llvm::DILocation *Place : It.At)
      Places.push_back(framesOf(Place));
  return new Frames(std::move(Places));
}

void chv_remark(LLVMValueRef Function, chv_span Name, chv_span Words, LLVMValueRef At) {
  llvm::SmallVector<const llvm::DILocation *, 1> Places;
  if (At)
    Places.push_back(placeOf(*llvm::cast<llvm::Instruction>(llvm::unwrap(At))));
  remark(*llvm::unwrap<llvm::Function>(Function), view(Name), view(Words), Places);
}

chv_frames *chv_watched_places(LLVMModuleRef Module) { return new Frames(watchedPlaces(*llvm::unwrap(Module))); }

void chv_frames_free(chv_frames *Result) { delete static_cast<Frames *>(Result); }

chv_span chv_text_get(const chv_text *Text) { return span(Text->Text); }
void chv_text_free(chv_text *Text) { delete Text; }
