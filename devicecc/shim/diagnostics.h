// Collects what clang says about a cell, as data and as rendered text.
#pragma once
#include "clang/AST/Type.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <string>
#include <vector>

namespace chv {

struct Diagnostic {
  int Severity; // 0 note, 1 warning, 2 error
  std::string Message, Source;
  unsigned Line, Column;
};

class DiagnosticCollector : public clang::DiagnosticConsumer {
public:
  explicit DiagnosticCollector(bool Color);
  void BeginSourceFile(const clang::LangOptions &Options, const clang::Preprocessor *PP) override;
  void EndSourceFile() override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level, const clang::Diagnostic &Info) override;
  void clear() override;

  // No more is collected: a fatal error has come since the last clear, a file was not found, or there were too many errors.
  bool full() const { return Full; }

  // Called for every error, also for those that are not collected.
  std::function<void()> OnError = [] {};
  // Whether nobody needs to hear of it.
  std::function<bool(const clang::Diagnostic &)> IsUnwanted = [](const clang::Diagnostic &) { return false; };

  // Asked about every type that a message names; what it answers is told after the messages, once.
  std::function<std::string(clang::QualType)> AboutType = [](clang::QualType) { return std::string(); };

  // Where messages about the end of the input belong.
  void setCellEnd(clang::SourceLocation End) { CellEnd = End; }

  // Takes what was collected since the last call.
  std::vector<Diagnostic> takeDiagnostics();
  std::string takeRendered();
  // Names that clang said were declared before, since the last call.
  std::vector<std::string> takeRedeclared() { return std::exchange(Redeclared, {}); }

private:
  void askAboutTypes(const clang::Diagnostic &Info);
  bool place(Diagnostic &Entry, clang::FullSourceLoc &Where) const;
  bool isJustTold(const Diagnostic &Entry) const;

  std::string Rendered;
  llvm::raw_string_ostream Stream;
  clang::DiagnosticOptions Options;
  clang::TextDiagnosticPrinter Printer;
  std::vector<Diagnostic> Diagnostics;
  std::vector<std::string> Redeclared, Remarks;
  const clang::LangOptions *Language = nullptr; // the compiler's; set when it begins
  clang::SourceLocation CellEnd;
  bool Full = false, Skipping = false;
};

} // namespace chv
