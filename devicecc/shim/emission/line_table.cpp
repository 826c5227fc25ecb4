#include "emission/line_table.h"
#include "llvm/DebugInfo/DIContext.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace chv {

// FNV-1a, 64 bits; devicecc::Source::line_table_name does the same.
std::string textName(StringRef Text) {
  uint64_t Hash = 0xcbf29ce484222325;
  for (unsigned char Byte : Text)
    Hash = (Hash ^ Byte) * 0x100000001b3;
  std::string Digits = utohexstr(Hash, /*LowerCase=*/true);
  return "text:" + std::string(16 - Digits.size(), '0') + Digits;
}

bool tellsOfVariables(const Module &Of) {
  return any_of(Of.debug_compile_units(), [](const DICompileUnit *Unit) { return Unit->getEmissionKind() == DICompileUnit::FullDebug; });
}

void renameFiles(Module &Module, function_ref<std::string(StringRef)> Rename) {
  DebugInfoFinder Finder;
  Finder.processModule(Module);
  SmallPtrSet<DIFile *, 8> Files;
  for (DICompileUnit *Unit : Finder.compile_units())
    Files.insert(Unit->getFile());
  for (DISubprogram *Function : Finder.subprograms())
    Files.insert(Function->getFile());
  for (DIScope *Scope : Finder.scopes())
    Files.insert(Scope->getFile());
  for (DIFile *File : Files) {
    if (!File)
      continue;
    std::string Name = Rename(File->getFilename());
    if (Name != File->getFilename())
      File->replaceOperandWith(0, MDString::get(Module.getContext(), Name));
  }
}

namespace {

// Where names that are no absolute paths appear to lie (-fdebug-compilation-dir), and where the embedded headers do.
constexpr StringLiteral CompilationDir = "/chevron/", HeaderDir = "/chevron/include/";

using object::SectionRef;

std::unique_ptr<object::ObjectFile> read(StringRef Bytes) {
  auto File = object::ObjectFile::createELFObjectFile(MemoryBufferRef(Bytes, "object"));
  if (!File) {
    consumeError(File.takeError());
    return nullptr;
  }
  return std::move(*File);
}

std::vector<SectionRef> codeSections(const object::ObjectFile &File) {
  std::vector<SectionRef> Found;
  for (SectionRef Section : File.sections())
    if (Section.isText())
      Found.push_back(Section);
  return Found;
}

// In an object all sections begin at 0, and what was inlined is found by its address alone: each section of code gets addresses of its own.
struct SectionsApart : LoadedObjectInfoHelper<SectionsApart> {
  static uint64_t beginOf(SectionRef Section) { return Section.getIndex() << 32; }
  uint64_t getSectionLoadAddress(const SectionRef &Section) const override { return Section.isText() ? beginOf(Section) : 0; }
};

StringRef contentsOf(SectionRef Section) {
  Expected<StringRef> Contents = Section.getContents();
  if (Contents)
    return *Contents;
  consumeError(Contents.takeError());
  return {};
}

// What tells versions of a redefined name apart, and cells' local types: `f[abi:v3](int)` becomes `f(int)`.
std::string withoutTags(std::string Name, StringRef Start) {
  size_t At = 0;
  while ((At = Name.find(Start.str(), At)) != std::string::npos) {
    size_t End = Name.find_first_not_of("0123456789", At + Start.size());
    if (End == std::string::npos || Name[End] != ']')
      ++At;
    else
      Name.erase(At, End + 1 - At);
  }
  return Name;
}

// `'lambda8191'(int)` becomes `lambda(int)`: the number is ours.
std::string withoutLambdaNumbers(std::string Name) {
  constexpr StringLiteral Start = "'lambda";
  size_t At = 0;
  while ((At = Name.find(Start.str(), At)) != std::string::npos) {
    size_t End = Name.find('\'', At + 1);
    if (End == std::string::npos)
      break;
    Name.replace(At, End + 1 - At, "lambda");
  }
  return Name;
}

// Names that the compiler made up say nothing to people.
std::string displayName(StringRef Symbol) {
  // In closures; a number tells functions of one name apart.
  if (Symbol.consume_front(UserFunctionPrefix))
    return Symbol.take_until([](char C) { return C == '.'; }).str();
  if (!Symbol.starts_with("_Z"))
    return Symbol.contains('.') || Symbol.starts_with("chv_") || Symbol.starts_with("_GLOBAL__") || Symbol.starts_with("__c")
               ? std::string()
               : Symbol.str();
  std::string Name = withoutLambdaNumbers(withoutTags(withoutTags(demangle(Symbol), "[abi:v"), "[abi:c"));
  // A top-level statement is a function to clang.
  return StringRef(Name).contains("__stmts__") ? std::string() : Name;
}

std::string functionAt(const object::ELFObjectFileBase &File, CodePlace Place) {
  for (object::ELFSymbolRef Symbol : File.symbols()) {
    auto Section = Symbol.getSection();
    auto Address = Symbol.getAddress();
    auto Name = Symbol.getName();
    if (!Section || !Address || !Name) {
      consumeError(Section.takeError());
      consumeError(Address.takeError());
      consumeError(Name.takeError());
      continue;
    }
    bool Inside = *Section != File.section_end() && (*Section)->getIndex() == Place.Section && Place.Offset >= *Address &&
                  Place.Offset - *Address < Symbol.getSize();
    if (Inside && Symbol.getELFType() == ELF::STT_FUNC)
      return displayName(*Name);
  }
  return {};
}

constexpr uint32_t NoSection = UINT32_MAX;

} // namespace

std::vector<CodePlace> placesFrom(StringRef Object, StringRef Symbol, ArrayRef<int64_t> Offsets) {
  std::vector<CodePlace> Places(Offsets.size(), CodePlace{NoSection, 0});
  auto File = read(Object);
  if (!File)
    return Places;
  for (object::SymbolRef Candidate : File->symbols()) {
    auto Name = Candidate.getName();
    auto Section = Candidate.getSection();
    auto Address = Candidate.getAddress();
    bool Known = Name && Section && Address && *Name == Symbol && *Section != File->section_end();
    if (Known)
      for (auto [Offset, Place] : zip(Offsets, Places))
        if (uint64_t At = *Address + uint64_t(Offset); At < (*Section)->getSize())
          Place = {uint32_t((*Section)->getIndex()), At};
    consumeError(Name.takeError());
    consumeError(Section.takeError());
    consumeError(Address.takeError());
  }
  return Places;
}

static bool hasLines(const Module &M) { return M.debug_compile_units_begin() != M.debug_compile_units_end(); }

void giveLines(Function &F) {
  Module &M = *F.getParent();
  if (F.isDeclaration() || F.getSubprogram() || !hasLines(M))
    return;
  DICompileUnit *Unit = *M.debug_compile_units_begin();
  DIBuilder Builder(M, /*AllowUnresolved=*/true, Unit);
  DISubroutineType *Type = Builder.createSubroutineType(Builder.getOrCreateTypeArray({}));
  DISubprogram *Made = Builder.createFunction(Unit->getFile(), "", "", Unit->getFile(), 0, Type, 0, DINode::FlagArtificial,
                                              DISubprogram::SPFlagDefinition);
  F.setSubprogram(Made);
  Builder.finalizeSubprogram(Made);
  for (Instruction &I : instructions(F))
    I.setDebugLoc(DILocation::get(M.getContext(), 0, 0, Made));
}

static constexpr StringLiteral LineNote = "chv.line";

void noteLines(Module &M) {
  if (!hasLines(M))
    return;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (const DILocation *Place = I.getDebugLoc().get(); Place && Place->getLine() && (I.mayReadOrWriteMemory() || I.isIntDivRem()))
        I.setMetadata(LineNote, const_cast<DILocation *>(Place));
}

void restoreLines(Module &M) {
  if (!hasLines(M))
    return;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *Noted = cast_or_null<DILocation>(I.getMetadata(LineNote));
      const DILocation *Place = I.getDebugLoc().get();
      if (Noted && (!Place || !Place->getLine()))
        I.setDebugLoc(Noted);
      I.setMetadata(LineNote, nullptr);
    }
}

std::vector<SourceFrame> framesOf(const DILocation *Innermost) {
  std::vector<SourceFrame> Frames;
  for (const DILocation *Place = Innermost; Place; Place = Place->getInlinedAt()) {
    StringRef File = Place->getFilename();
    if (!File.starts_with(HeaderDir))
      File.consume_front(CompilationDir);
    Frames.push_back({Place->getScope()->getSubprogram()->getName().str(), File.str(), Place->getLine()});
  }
  return Frames;
}

std::vector<std::vector<SourceFrame>> numberLines(Module &M) {
  std::vector<std::vector<SourceFrame>> Places;
  DenseMap<const DILocation *, unsigned> Numbers;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      const DILocation *Place = I.getDebugLoc().get();
      if (!Place || !Place->getLine() || !F.getSubprogram()) {
        I.setDebugLoc({});
        continue;
      }
      auto [Known, New] = Numbers.try_emplace(Place, Places.size() + 1);
      if (New)
        Places.push_back(framesOf(Place));
      I.setDebugLoc(DILocation::get(M.getContext(), Known->second, 0, F.getSubprogram()));
    }
  return Places;
}

void insistOnLines() {
  auto &Options = cl::getRegisteredOptions();
  if (auto Found = Options.find("use-unknown-locations"); Found != Options.end())
    Found->second->addOccurrence(1, "use-unknown-locations", "Enable");
}

std::vector<std::vector<SourceFrame>> framesAt(StringRef Object, StringRef WithLines, ArrayRef<CodePlace> Places) {
  std::vector<std::vector<SourceFrame>> Result(Places.size());
  auto Plain = read(Object);
  auto *File = dyn_cast_or_null<object::ELFObjectFileBase>(Plain.get());
  if (!File)
    return Result;
  auto Lines = WithLines.empty() ? nullptr : read(WithLines);
  std::vector<SectionRef> Code = codeSections(*File), Twins;
  if (Lines)
    Twins = codeSections(*Lines);
  auto SameCode = [&] {
    return Code.size() == Twins.size() &&
           all_of(zip(Code, Twins), [](auto Pair) { return contentsOf(std::get<0>(Pair)) == contentsOf(std::get<1>(Pair)); });
  };
  // The one with lines may know functions by better names.
  const object::ELFObjectFileBase *Names = File;
  SectionsApart Apart;
  std::unique_ptr<DWARFContext> Table;
  if (auto *Twin = dyn_cast_or_null<object::ELFObjectFileBase>(Lines.get()); Twin && SameCode()) {
    Names = Twin;
    Table = DWARFContext::create(*Lines, DWARFContext::ProcessDebugRelocations::Process, &Apart);
  }
  DILineInfoSpecifier Wanted(DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath, DILineInfoSpecifier::FunctionNameKind::LinkageName);
  for (auto [Place, Frames] : zip(Places, Result)) {
    auto Found = find_if(Code, [&](SectionRef It) { return It.getIndex() == Place.Section; });
    CodePlace Named = Place;
    if (Table && Found != Code.end()) {
      SectionRef Twin = Twins[Found - Code.begin()];
      Named.Section = Twin.getIndex();
      object::SectionedAddress Address{SectionsApart::beginOf(Twin) + Place.Offset, Twin.getIndex()};
      DIInliningInfo Info = Table->getInliningInfoForAddress(Address, Wanted);
      for (unsigned I = 0; I < Info.getNumberOfFrames(); ++I) {
        const DILineInfo &Line = Info.getFrame(I);
        bool Known = Line.FileName != DILineInfo::BadString && Line.Line != 0;
        StringRef File = Line.FileName;
        if (!File.starts_with(HeaderDir))
          File.consume_front(CompilationDir);
        Frames.push_back({displayName(Line.FunctionName), Known ? File.str() : "", Known ? Line.Line : 0});
      }
    }
    if (Frames.empty())
      Frames.push_back({});
    // The outermost is the one that the object names too.
    if (Frames.back().Function.empty() || Frames.size() == 1)
      Frames.back().Function = functionAt(*Names, Named);
  }
  return Result;
}

} // namespace chv
