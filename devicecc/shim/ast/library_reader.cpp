// Libraries of device code, as a side's AST sees them: which symbols they define, and what declares these.
#include "ast/library_reader.h"
#include "device/code_library.h"
#include "clang/AST/Attr.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Lex/LexDiagnostic.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace chv {

namespace {

// `#pragma chevron library "scale.bc"`
class LibraryPragma : public PragmaHandler {
public:
  explicit LibraryPragma(LibraryReader &Reader) : PragmaHandler("library"), Reader(Reader) {}
  void HandlePragma(Preprocessor &PP, PragmaIntroducer, Token &First) override {
    Token Path;
    PP.Lex(Path);
    std::string Written;
    if (PP.FinishLexStringLiteral(Path, Written, "#pragma chevron library", /*AllowMacroExpansion=*/false))
      Reader.read(Written, First.getLocation());
  }

private:
  LibraryReader &Reader;
};

} // namespace

LibraryReader::LibraryReader(CompilerInstance &Compiler, bool OnDevice, llvm::LLVMContext &Context) : Compiler(Compiler), OnDevice(OnDevice), Context(Context) {
  Compiler.getPreprocessor().AddPragmaHandler("chevron", new LibraryPragma(*this));
}

void LibraryReader::read(llvm::StringRef Path, SourceLocation Where) {
  Taken.Any = true;
  auto fail = [&](const std::string &Why) {
    DiagnosticsEngine &Diagnostics = Compiler.getDiagnostics();
    unsigned Error = Diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "library `%0`: %1");
    Diagnostics.Report(Where, Error) << Path << Why;
  };
  auto File = Compiler.getVirtualFileSystem().getBufferForFile(Path, /*FileSize=*/-1, /*RequiresNullTerminator=*/false);
  if (!File)
    return fail("it cannot be read: " + File.getError().message());
  llvm::MemoryBufferRef Bytes = **File;
  if (!isBitcode(Bytes.getBuffer())) {
    if (auto Failed = readImage(Path, Bytes))
      fail(toString(std::move(Failed)));
    return;
  }
  auto Contents = contentsOf(Bytes);
  if (!Contents)
    return fail(toString(Contents.takeError()));
  for (const LibraryPart &Part : (*Contents)->Parts)
    for (const auto *Names : {&Part.Kernels, &Part.Functions})
      for (const std::string &Name : *Names) {
        Taken.Symbols.insert(Name);
        Taken.Images.erase(Name);
      }
  // Who reads a cell again has its code already.
  if (!OnDevice || Again)
    return;
  const TargetInfo &Target = Compiler.getTarget();
  auto Module = chv::readLibrary(Bytes, Target.getTriple(), llvm::DataLayout(Target.getDataLayoutString()), Context);
  if (!Module)
    return fail(toString(Module.takeError()));
  Taken.Modules.push_back(std::move(*Module));
}

// A file of code objects: which kernels it has. Only the device's side asks whether it fits, and keeps it.
llvm::Error LibraryReader::readImage(llvm::StringRef Path, llvm::MemoryBufferRef Bytes) {
  const TargetInfo &Target = Compiler.getTarget();
  llvm::StringRef Architecture = Target.getTriple().isGPU() ? llvm::StringRef(Target.getTargetOpts().CPU) : "cpu";
  auto Image = chv::readImage(Path, Bytes, OnDevice ? Architecture : "");
  if (!Image)
    return Image.takeError();
  for (const auto &Kernel : (*Image)->Kernels) {
    Taken.Symbols.insert(Kernel.first());
    Taken.Images[Kernel.first()] = *Image;
    Taken.FromImages.insert(Kernel.first());
  }
  return llvm::Error::success();
}

void LibraryReader::giveBodies(Decl &Declared, const Redeclarations &Redeclared, CodeGenerator &Generator) {
  if (isa<LinkageSpecDecl, NamespaceDecl>(Declared)) {
    for (Decl *Inner : cast<DeclContext>(Declared).decls())
      giveBodies(*Inner, Redeclared, Generator);
    return;
  }
  auto *Kernel = dyn_cast<FunctionDecl>(&Declared);
  if (!Kernel || !Kernel->hasAttr<CUDAGlobalAttr>() || Kernel->isTemplated() || Kernel->isDefined() || !Redeclared.isOfSession(*Kernel))
    return;
  std::string Symbol = Generator.GetMangledName(GlobalDecl(Kernel, KernelReferenceKind::Kernel)).str();
  if (!Taken.Symbols.contains(Symbol))
    return;
  Kernel->setBody(CompoundStmt::CreateEmpty(Kernel->getASTContext(), 0, /*HasFPFeatures=*/false));
  Taken.GivenBodies.push_back(std::move(Symbol));
}

} // namespace chv
