#include "device/code_library.h"
#include "border/names.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <mutex>

using namespace llvm;

namespace chv {

constexpr StringLiteral DeclarationsName = "chevron.declarations", KernelsName = "chevron.kernels", SpaceName = "chevron.space";

static Error notBitcode(StringRef Why) {
  return createStringError("LLVM " LLVM_VERSION_STRING " cannot read its bitcode: " + Why);
}

bool isBitcode(StringRef Bytes) { return Bytes.starts_with("BC\xC0\xDE") || Bytes.starts_with("\xDE\xC0\x17\x0B"); }

static Expected<std::vector<BitcodeModule>> modulesOf(MemoryBufferRef File) {
  if (!isBitcode(File.getBuffer()))
    return createStringError("it is no bitcode");
  auto Modules = getBitcodeModuleList(File);
  if (!Modules)
    return notBitcode(toString(Modules.takeError()));
  if (Modules->empty())
    return createStringError("it has no module");
  return std::move(*Modules);
}

static std::vector<std::string> namesIn(const Module &Of, StringRef List) {
  std::vector<std::string> Found;
  if (const NamedMDNode *Node = Of.getNamedMetadata(List))
    for (const MDNode *Entry : Node->operands())
      for (const MDOperand &Name : Entry->operands())
        if (const auto *Text = dyn_cast_or_null<MDString>(Name))
          Found.push_back(Text->getString().str());
  return Found;
}

static bool isKernel(const Function &Of) {
  return Of.getCallingConv() == CallingConv::PTX_Kernel || Of.getCallingConv() == CallingConv::AMDGPU_KERNEL;
}

static Expected<LibraryContents> readContents(MemoryBufferRef File) {
  auto Modules = modulesOf(File);
  if (!Modules)
    return Modules.takeError();
  LibraryContents Found;
  for (BitcodeModule &Each : *Modules) {
    LLVMContext Context;
    auto Read = Each.getLazyModule(Context, /*ShouldLazyLoadMetadata=*/false, /*IsImporting=*/false);
    if (!Read)
      return notBitcode(toString(Read.takeError()));
    Module &Part = **Read;
    LibraryPart Made{Part.getTargetTriple().str(), namesIn(Part, KernelsName), {}, {}};
    for (const Function &F : Part) {
      if (F.isDeclaration()) {
        if (!F.isIntrinsic() && !F.getName().starts_with(PrimitivePrefix))
          Made.Missing.push_back(F.getName().str());
      } else if (isKernel(F)) {
        if (!is_contained(Made.Kernels, F.getName().str()))
          Made.Kernels.push_back(F.getName().str());
      } else if (!F.hasLocalLinkage() && !is_contained(Made.Kernels, F.getName().str())) {
        Made.Functions.push_back(F.getName().str());
      }
    }
    for (std::string &Text : namesIn(Part, DeclarationsName))
      Found.Declarations = std::move(Text);
    Found.Parts.push_back(std::move(Made));
  }
  return Found;
}

// The newest files that were looked at: both sides of a session ask for the same one, and each again when its AST is made anew.
class KnownContents {
public:
  std::shared_ptr<const LibraryContents> find(uint64_t Hash) {
    std::lock_guard<std::mutex> Locked(Guard);
    for (const auto &[Of, Contents] : Known)
      if (Of == Hash)
        return Contents;
    return nullptr;
  }
  void keep(uint64_t Hash, std::shared_ptr<const LibraryContents> Contents) {
    std::lock_guard<std::mutex> Locked(Guard);
    if (Known.size() == Most)
      Known.erase(Known.begin());
    Known.emplace_back(Hash, std::move(Contents));
  }

private:
  static constexpr size_t Most = 16;
  std::mutex Guard;
  std::vector<std::pair<uint64_t, std::shared_ptr<const LibraryContents>>> Known; // the oldest one first
};

Expected<std::shared_ptr<const LibraryContents>> contentsOf(MemoryBufferRef File) {
  static KnownContents Known;
  uint64_t Hash = xxh3_64bits(File.getBuffer());
  if (auto Found = Known.find(Hash))
    return Found;
  auto Read = readContents(File);
  if (!Read)
    return Read.takeError();
  auto Made = std::make_shared<const LibraryContents>(std::move(*Read));
  Known.keep(Hash, Made);
  return Made;
}

// Processors of one family run each other's code.
static bool isFor(const Triple &Part, const Triple &Target) { return Part.getArch() == Target.getArch(); }

// What it was compiled for is the device's to say, and how: code generation asks functions first.
static void forgetOptions(Function &Of) {
  for (StringRef Name : {"target-cpu", "target-features", "tune-cpu"})
    Of.removeFnAttr(Name);
  // `clang -O0` notes that nobody is to optimise it.
  if (Of.hasFnAttribute(Attribute::OptimizeNone)) {
    Of.removeFnAttr(Attribute::OptimizeNone);
    Of.removeFnAttr(Attribute::NoInline);
  }
}

// What the session would take for definitions of its own names. The whole file tells it apart: a module has its names outside of itself. PTX has no room for a
// dot in a name.
static void nameOwn(Module &Of, StringRef Bytes) {
  std::string Suffix = "__lib" + utohexstr(xxh3_64bits(Bytes), /*LowerCase=*/true);
  for (GlobalValue &Value : Of.global_values())
    if (Value.hasInternalLinkage() && !Value.isDeclaration())
      Value.setName(Value.getName() + Suffix);
}

// What the session does not do for a library.
static Error checkSupported(const Module &Of) {
  if (!Of.getModuleInlineAsm().empty())
    return createStringError("it has assembler outside of functions, which is not taken in");
  const GlobalVariable *Constructors = Of.getGlobalVariable("llvm.global_ctors");
  if (Constructors && Constructors->hasInitializer() && !Constructors->getInitializer()->isNullValue())
    return createStringError("it has variables that are initialised when a program starts, which nothing does here");
  return Error::success();
}

Expected<std::unique_ptr<Module>> readLibrary(MemoryBufferRef File, const Triple &Target, const DataLayout &Layout, LLVMContext &Context) {
  auto Modules = modulesOf(File);
  if (!Modules)
    return Modules.takeError();
  std::vector<std::string> Others;
  for (BitcodeModule &Each : *Modules) {
    LLVMContext Alone;
    auto Lazy = Each.getLazyModule(Alone, /*ShouldLazyLoadMetadata=*/true, /*IsImporting=*/false);
    if (!Lazy)
      return notBitcode(toString(Lazy.takeError()));
    Triple Its = (*Lazy)->getTargetTriple();
    if (!isFor(Its, Target)) {
      Others.push_back(Its.str().empty() ? "no target" : "`" + Its.str() + "`");
      continue;
    }
    auto Read = Each.parseModule(Context);
    if (!Read)
      return notBitcode(toString(Read.takeError()));
    Module &Made = **Read;
    std::string Why;
    raw_string_ostream Stream(Why);
    bool BadLines = false;
    if (verifyModule(Made, &Stream, &BadLines))
      return notBitcode(Why);
    if (BadLines)
      StripDebugInfo(Made);
    if (Error Unsupported = checkSupported(Made))
      return std::move(Unsupported);
    for (StringRef List : {"llvm.used", "llvm.compiler.used", "llvm.global_ctors"})
      if (GlobalVariable *Found = Made.getGlobalVariable(List))
        Found->eraseFromParent();
    for (Function &F : Made)
      forgetOptions(F);
    nameOwn(Made, File.getBuffer());
    (*Read)->setTargetTriple(Target);
    (*Read)->setDataLayout(Layout);
    return std::move(*Read);
  }
  return createStringError("its code is for " + join(Others, ", ") + ", and this session's device takes `" + Target.str() + "`");
}

std::string libraryFile(ArrayRef<StringRef> Modules, StringRef Declarations) {
  SmallVector<char, 0> Buffer;
  BitcodeWriter Writer(Buffer);
  LLVMContext Context;
  std::vector<std::unique_ptr<Module>> Alive; // the table of names points into them
  for (StringRef Bitcode : Modules) {
    // It was written by this LLVM.
    auto Part = cantFail(parseBitcodeFile({Bitcode, "library"}, Context));
    NamedMDNode *Node = Part->getOrInsertNamedMetadata(DeclarationsName);
    Node->addOperand(MDNode::get(Context, MDString::get(Context, Declarations)));
    Writer.writeModule(*Part);
    Alive.push_back(std::move(Part));
  }
  Writer.writeStrtab();
  return std::string(Buffer.begin(), Buffer.end());
}

void noteSpace(GlobalVariable &Variable, int Space) {
  LLVMContext &Context = Variable.getContext();
  auto *Number = ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(Context), Space));
  Variable.setMetadata(SpaceName, MDNode::get(Context, Number));
}

int notedSpace(const GlobalVariable &Variable) {
  const MDNode *Node = Variable.getMetadata(SpaceName);
  if (!Node) // clang's own: constant memory has an address space on NVIDIA GPUs
    return Variable.getAddressSpace() == 4 ? 1 : 0;
  return mdconst::extract<ConstantInt>(Node->getOperand(0))->getZExtValue();
}

} // namespace chv
