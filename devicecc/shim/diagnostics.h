// Collects what clang says about a cell, as data and as rendered text.
#pragma once
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"
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
  void BeginSourceFile(const clang::LangOptions &Language, const clang::Preprocessor *PP) override;
  void EndSourceFile() override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level, const clang::Diagnostic &Info) override;

  // Takes what was collected since the last call.
  std::vector<Diagnostic> takeDiagnostics();
  std::string takeRendered();

private:
  std::string Rendered;
  llvm::raw_string_ostream Stream;
  clang::DiagnosticOptions Options;
  clang::TextDiagnosticPrinter Printer;
  std::vector<Diagnostic> Diagnostics;
};

} // namespace chv
