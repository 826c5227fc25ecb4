// One side's incremental AST: a long-lived CompilerInstance that reads cells one after the other.
#pragma once
#include "ast/cell_files.h"
#include "ast/cell_macros.h"
#include "ast/cell_tokens.h"
#include "ast/declaration_parser.h"
#include "ast/deferred_consumer.h"
#include "ast/diagnostics.h"
#include "ast/emitted_variables.h"
#include "ast/library_reader.h"
#include "border/safe_points.h"
#include "redefinition/redeclarations.h"
#include "session/kept_files.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>
#include <string>
#include <vector>

namespace chv {

class SharedConstructors;
class WithheldNames;
class WithheldTable;
struct Question;

enum class Side { Host = 0, Device = 1 };

// What both sides are made from; outlives them.
struct FrontendOptions {
  std::vector<std::string> Arguments; // cc1 arguments, without the input
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files;
  std::shared_ptr<KeptFiles> Kept; // of the session
  std::string Preamble;
  std::string PrecompiledPath; // empty: the preamble is parsed
  std::shared_ptr<const WithheldTable> Withheld; // null: no name of the preamble is withheld
  bool Color = false;
  bool OneCell = false; // a file of a program of several: it is the only cell that is ever read
};

struct CellText {
  unsigned Number = 0;
  std::string Name, Text;
  std::vector<std::string> Redeclared = {}; // names that it declares anew without showing it
  unsigned Serial = 0; // another one for each text that was ever compiled
  unsigned Reading = 0; // the same for the cells that a file was cut into when it was read; 0: it is no part of a file
};

class Frontend {
public:
  // The context is the caller's: device modules live on in it when a frontend is replaced by another.
  static llvm::Expected<std::unique_ptr<Frontend>> create(Side Which, const FrontendOptions &Options,
                                                          llvm::LLVMContext &Context);
  ~Frontend();

  // Parses a cell. False: clang rejected it; the frontend is then not to be used any more.
  bool parse(const CellText &Cell);
  // Generates code for what was parsed since the last commit; null if clang cannot.
  // `Finish` sees the module while the code generator still holds its translation unit.
  std::unique_ptr<llvm::Module> commit(llvm::function_ref<void(llvm::Module &)> Finish = nullptr);
  // What `parse` begins with: takes what is left of the newest cell's code generation down, and has the next one's ready.
  void prepare();
  // Reads a committed cell once more. Its code is generated and dropped, so that code generation knows what the session's objects
  // already hold. False: clang does not accept it any more; `diagnostics` tell why.
  bool readAgain(const CellText &Cell);

  // Writes what clang knows of a place in a text that somebody types. Only in a copy of the process: the frontend is not to be used any more, and
  // where there is an answer the process ends with it.
  void answer(const Question &Asked, int Out);

  // Gives back what the AST and its tokens are made of, where clang was left half-way at a safe point. Nothing of the frontend may be touched again, not
  // even destroyed.
  void dropMemory();

  DeferredConsumer &consumer() { return *Consumer; }
  DiagnosticCollector &diagnostics() { return *Collector; }
  clang::CompilerInstance &compiler() { return *Compiler; }
  clang::Sema &sema() { return Compiler->getSema(); }
  clang::ASTContext &ast() { return Compiler->getASTContext(); }
  clang::CodeGenerator &generator() { return Consumer->generator(); }
  const CellFiles &files() const { return *Files; }
  const CellMacros &macros() const { return *Macros; }
  const Redeclarations &redeclarations() const { return *Redeclared; }
  TakenLibraries &libraries() { return Libraries->taken(); }
  // A directive includes a file: as it is written there, and the path that it was found at.
  void included(llvm::StringRef Written, llvm::StringRef Path);
  // The type of the value that the newest cell shows; empty if it shows none.
  const std::string &valueType() const { return Reader->valueType(); }
  // The newest cell shows a value, and does nothing else.
  bool onlyLooks() const { return Reader->onlyLooks() && Macros->defined().empty() && Macros->undefined().empty(); }
  // The newest cell has lambdas.
  bool hasLambdas() const { return HasLambdas; }
  // The newest declaration of a mangled name, or null.
  const clang::Decl *declarationOf(llvm::StringRef Symbol);

private:
  class PreprocessorWatcher;
  class InstantiationWatcher;
  Frontend(Side Which, llvm::LLVMContext &Context);
  void start();
  void listenToMessages();

  Side Which;
  llvm::LLVMContext &Context;
  std::unique_ptr<DiagnosticCollector> Collector;
  std::unique_ptr<clang::CompilerInstance> Compiler;
  std::unique_ptr<clang::FrontendAction> Action;
  std::unique_ptr<CellFiles> Files;
  std::unique_ptr<CellMacros> Macros;
  std::unique_ptr<Redeclarations> Redeclared;
  std::unique_ptr<CellTokens> Tokens;
  std::unique_ptr<DeclarationParser> Reader;
  std::unique_ptr<LibraryReader> Libraries;
  struct {
    std::shared_ptr<const WithheldTable> Table;    // what the preamble declares and cells do not see at once; may be null
    llvm::IntrusiveRefCntPtr<WithheldNames> Names; // once the preamble is read; may be null
  } Withheld;
  std::unique_ptr<SharedConstructors> Shared;
  llvm::IntrusiveRefCntPtr<EmittedVariables> EmittedBefore; // of the host only
  DeferredConsumer *Consumer = nullptr; // owned by the CompilerInstance
  const Watch *Watching = nullptr; // of the thread that has clang work: where it runs out of stack, clang goes on on another one
  bool OneCell = false; // as `FrontendOptions` tell
  bool HasLambdas = false;
  bool Again = false;   // the newest cell was read before
  bool Prepared = true; // the generator has the module that the next cell's code goes to
};

// Takes out of Sema what only warnings at the end of a program need, so that the end of a cell does not look at all headers.
void forgetUnfinished(clang::Sema &S);

// A CompilerInstance for cc1 arguments whose only input is the buffer `Main`.
llvm::Expected<std::unique_ptr<clang::CompilerInstance>>
createCompilerInstance(const FrontendOptions &Options, llvm::StringRef Main, clang::DiagnosticConsumer &Diagnostics);

} // namespace chv
