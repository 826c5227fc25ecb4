// The files of one side: one for each cell, and those that cells include.
#pragma once
#include "session/file_lookups.h"
#include "session/kept_files.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <string>

namespace chv {

struct CellText;
class DiagnosticCollector;

class CellFiles {
public:
  // The compiler reads files through this from now on.
  CellFiles(clang::CompilerInstance &Compiler, llvm::IntrusiveRefCntPtr<FilesOfCells> Files) : Compiler(Compiler), Files(std::move(Files)) {}

  // A cell is about to be read: clang looks for its files anew.
  void lookFor(const CellText &Cell);
  // Makes the file of the newest cell. `Include` is where it stands in the main file; messages about its end belong to the end of its text.
  clang::FileID add(const CellText &Cell, clang::SourceLocation Include, DiagnosticCollector &Messages);
  // Another file is that of the newest cell.
  void setNewest(clang::FileID File) { Newest = File; }
  // The file of the newest cell; none before the first.
  clang::FileID newest() const { return Newest; }
  // A file of the user's is about to be included, if it is not to be read once only.
  void include(clang::FileEntryRef File, clang::SourceLocation Where);
  // What the line table calls a file that messages call `Name`.
  std::string lineTableName(llvm::StringRef Name) const;
  // An error at a place of the newest cell, or, as text alone, elsewhere.
  void reportAt(llvm::StringRef Source, unsigned Line, unsigned Column, const std::string &Message) const;

private:
  clang::CompilerInstance &Compiler;
  llvm::IntrusiveRefCntPtr<FilesOfCells> Files;
  FileLookups Lookups;
  llvm::StringMap<clang::OptionalFileEntryRef> Included; // the user's, as last included
  std::map<std::string, std::string, std::less<>> LineTableNames; // of typed cells, by the name that messages give them
  clang::FileID Newest;
  unsigned Count = 0; // of cells' files
};

} // namespace chv
