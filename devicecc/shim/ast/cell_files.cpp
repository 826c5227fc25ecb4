#include "ast/cell_files.h"
#include "ast/diagnostics.h"
#include "ast/frontend.h"
#include "ast/last_value.h"
#include "border/names.h"
#include "emission/line_table.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace chv {

// A cell such as `-x` is an expression in parentheses: at top level clang 22 takes a sign for the start of an Objective-C method.
static bool startsWithSign(llvm::StringRef Text) {
  Text = Text.ltrim();
  bool Sign = Text.starts_with("-") || Text.starts_with("+");
  return Sign && !Text.contains(';');
}

// A file of its own under a name of its own: clang takes two buffers without a file for one that was included twice. Messages
// show the cell's name.
FileID CellFiles::add(const CellText &Cell, SourceLocation Include, DiagnosticCollector &Messages) {
  SourceManager &Sources = Compiler.getSourceManager();
  size_t Before = lastValueLine(Cell.Text);
  llvm::StringRef Declaration = llvm::StringRef(Cell.Text).take_front(Before), Written = llvm::StringRef(Cell.Text).drop_front(Before);
  bool Wrap = startsWithSign(Written);
  std::string Whole = (Declaration + (Wrap ? "(\n" : "") + Written + (Wrap ? "\n)" : "\n")).str();
  auto Text = llvm::MemoryBuffer::getMemBufferCopy(Whole, Cell.Name);
  size_t Last = Cell.Text.find_last_not_of(" \t\r\n");
  size_t End = (Wrap ? 2 : 0) + (Last == std::string::npos ? 0 : Last);
  bool Typed = llvm::StringRef(Cell.Name).starts_with("cell ");
  // `#include "…"` looks beside the file, and for what was typed in the working directory.
  llvm::SmallString<128> Path(Typed ? "" : llvm::sys::path::parent_path(Cell.Name));
  llvm::sys::path::append(Path, CELL_FILE_PREFIX + std::to_string(++Count));
  FileEntryRef File = Compiler.getFileManager().getVirtualFileRef(Path, Text->getBufferSize(), 0);
  Sources.overrideFileContents(File, std::move(Text));
  // An #include that finds nothing asks for this without looking whether it is there.
  Compiler.getPreprocessor().getHeaderSearchInfo().getFileInfo(File);
  FileID Made = Sources.createFileID(File, Include, SrcMgr::C_User);
  SourceLocation Start = Sources.getLocForStartOfFile(Made);
  Messages.setCellEnd(Start.getLocWithOffset(End));
  // A note tells the number of the line after it. Lines that are no part of what was typed do not count.
  int Name = Sources.getLineTableFilenameID(Cell.Name);
  Sources.AddLineNote(Start, Wrap || Before ? 1 : 2, Name, false, false, SrcMgr::C_User);
  if (Wrap && Before)
    Sources.AddLineNote(Start.getLocWithOffset(Before), 1, Name, false, false, SrcMgr::C_User);
  if (Typed)
    LineTableNames[Cell.Name] = textName(Cell.Text);
  return Newest = Made;
}

void CellFiles::lookFor(const CellText &Cell) {
  Files->beginCell(Cell.Number);
  llvm::StringRef Text = Cell.Text;
  if (Text.contains("include") || Text.contains("embed"))
    Lookups.renew(Compiler.getFileManager(), Compiler.getPreprocessor().getHeaderSearchInfo());
}

void CellFiles::include(FileEntryRef File, SourceLocation Where) {
  SourceManager &Sources = Compiler.getSourceManager();
  if (OptionalFileEntryRef Includer = Sources.getFileEntryRefForID(Sources.getFileID(Sources.getExpansionLoc(Where))))
    Files->noteInclude(Includer->getName(), File.getName());
  OptionalFileEntryRef &Before = Included[File.getName()];
  OptionalFileEntryRef Older = std::exchange(Before, File);
  if (!Older || &Older->getFileEntry() == &File.getFileEntry())
    return;
  // To clang the edited file is another one, which the guard of the older one must not keep out.
  Preprocessor &PP = Compiler.getPreprocessor();
  const HeaderFileInfo *Info = PP.getHeaderSearchInfo().getExistingFileInfo(*Older);
  const IdentifierInfo *Guard = Info ? const_cast<HeaderFileInfo *>(Info)->getControllingMacro(PP.getExternalSource()) : nullptr;
  if (Guard && PP.isMacroDefined(Guard))
    PP.appendMacroDirective(const_cast<IdentifierInfo *>(Guard), new (PP.getPreprocessorAllocator()) UndefMacroDirective(Where));
}

std::string CellFiles::lineTableName(llvm::StringRef Name) const {
  auto Found = LineTableNames.find(Name);
  return Found == LineTableNames.end() ? Name.str() : Found->second;
}

void CellFiles::reportAt(llvm::StringRef Source, unsigned Line, unsigned Column, const std::string &Message) const {
  SourceManager &Sources = Compiler.getSourceManager();
  DiagnosticsEngine &Diagnostics = Compiler.getDiagnostics();
  unsigned Error = Diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "%0");
  SourceLocation Place;
  if (Sources.getPresumedLoc(Sources.getLocForStartOfFile(Newest)).getFilename() == Source && Line > 0)
    Place = Sources.translateLineCol(Newest, Line, Column);
  std::string Where = Source.str() + ":" + std::to_string(Line) + ":" + std::to_string(Column) + ": ";
  Diagnostics.Report(Place, Error) << (Place.isValid() || Source.empty() ? Message : Where + Message);
}

} // namespace chv
