#include "diagnostics.h"
#include "names.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace chv {

static DiagnosticOptions renderingOptions(bool Color) {
  DiagnosticOptions Options;
  Options.ShowColors = Color;
  Options.ShowOptionNames = 1;
  Options.ShowNoteIncludeStack = 0;
  return Options;
}

DiagnosticCollector::DiagnosticCollector(bool Color)
    : Stream(Rendered), Options(renderingOptions(Color)), Printer(Stream, Options) {
  Stream.enable_colors(Color);
}

void DiagnosticCollector::BeginSourceFile(const LangOptions &Language, const Preprocessor *PP) {
  Printer.BeginSourceFile(Language, PP);
}

void DiagnosticCollector::EndSourceFile() { Printer.EndSourceFile(); }

void DiagnosticCollector::HandleDiagnostic(DiagnosticsEngine::Level Level, const clang::Diagnostic &Info) {
  DiagnosticConsumer::HandleDiagnostic(Level, Info);
  llvm::SmallString<128> Message;
  Info.FormatDiagnostic(Message);
  Diagnostic Entry{Level >= DiagnosticsEngine::Error ? 2 : Level == DiagnosticsEngine::Note ? 0 : 1,
                   withoutHiddenNames(Message), "", 0, 0};
  if (Info.hasSourceManager() && Info.getLocation().isValid()) {
    PresumedLoc Where = Info.getSourceManager().getPresumedLoc(Info.getLocation());
    if (Where.isValid())
      Entry.Source = Where.getFilename(), Entry.Line = Where.getLine(), Entry.Column = Where.getColumn();
  }
  Diagnostics.push_back(std::move(Entry));
  Printer.HandleDiagnostic(Level, Info);
}

std::vector<Diagnostic> DiagnosticCollector::takeDiagnostics() {
  clear();
  return std::exchange(Diagnostics, {});
}

// Cells are included by an empty main file that the user has never seen; its line in the include stack says nothing.
static bool namesTheMainFile(llvm::StringRef Line) {
  return Line.starts_with("In file included from " MAIN_FILE_NAME);
}

std::string DiagnosticCollector::takeRendered() {
  std::string Result;
  llvm::StringRef Rest(Rendered);
  while (!Rest.empty()) {
    auto [Line, Tail] = Rest.split('\n');
    if (!namesTheMainFile(Line))
      Result.append(Line).append("\n");
    Rest = Tail;
  }
  Rendered.clear();
  return withoutHiddenNames(Result);
}

} // namespace chv
