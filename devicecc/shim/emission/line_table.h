// Where in the user's text a place in a host object's code comes from.
#pragma once
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ObjectFile.h"
#include <string>
#include <vector>

namespace chv {

// What a module's line table calls the text of a cell that was typed: the same in each session, so that equal cells have equal
// code objects.
std::string textName(llvm::StringRef Text);

// Gives the files of a module's line table other names.
void renameFiles(llvm::Module &Module, llvm::function_ref<std::string(llvm::StringRef)> Rename);

// What symbols of functions begin with in a closure with a line table; the function's name follows. Tables of lines only name those functions
// that others are inlined into.
constexpr llvm::StringLiteral UserFunctionPrefix = "user ";

struct SourceFrame {
  std::string Function; // for people; empty if it is none of the user's
  std::string File;     // empty if unknown
  unsigned Line = 0;
};

struct CodePlace {
  uint32_t Section;
  uint64_t Offset;
};

// One list for each place: what was inlined there first, then the function itself. `WithLines` is the same object with its line
// table; if it is empty or its code is another, there are functions and no lines.
std::vector<std::vector<SourceFrame>> framesAt(llvm::StringRef Object, llvm::StringRef WithLines,
                                               llvm::ArrayRef<CodePlace> Places);

// Places given by their distances from a symbol; those outside of its section, or all if there is no such symbol, are in a section that
// does not exist.
std::vector<CodePlace> placesFrom(llvm::StringRef Object, llvm::StringRef Symbol, llvm::ArrayRef<int64_t> Offsets);

// Gives a function without lines a place of its own in its module's line table, if there is one.
void giveLines(llvm::Function &Function);

// Notes at each instruction that can fail where it comes from, in metadata of its own: passes that move it keep that, and those that make one
// instruction of several drop it.
void noteLines(llvm::Module &Module);

// Gives those instructions back what was noted that have lost their places.
void restoreLines(llvm::Module &Module);

// What was inlined at a place first, then the function itself.
std::vector<SourceFrame> framesOf(const llvm::DILocation *Innermost);

// Makes the number of a place, counted from 1, the line of all instructions that come from there, and gives for each number what was inlined there first,
// then the function itself.
std::vector<std::vector<SourceFrame>> numberLines(llvm::Module &Module);

// Does the module tell a debugger of variables, and not of lines alone? Such code is loaded with all that it tells.
bool tellsOfVariables(const llvm::Module &Module);

// From now on, line tables say that an instruction's line is unknown, and not that it is the one before.
void insistOnLines();

} // namespace chv
