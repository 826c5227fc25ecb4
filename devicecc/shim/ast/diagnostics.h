// Collects what clang says about a cell, as data and as rendered text.
#pragma once
#include "ast/complaint.h"
#include "clang/AST/Type.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace clang {
class FunctionDecl;
}

namespace chv {

struct Diagnostic {
  int Severity; // 0 note, 1 warning, 2 error
  std::string Message, Source;
  unsigned Line, Column;
  Complaint About = Complaint::Other;
};

// What clang prints for messages.
struct Rendering {
  std::string Text;
  llvm::raw_string_ostream Stream;
  clang::TextDiagnosticPrinter Printer;
  Rendering(clang::DiagnosticOptions &Options, bool Color) : Stream(Text), Printer(Stream, Options) { Stream.enable_colors(Color); }
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

  // What the collector asks of others, or tells them.
  struct Questions {
    // Called for every error, also for those that are not collected.
    std::function<void()> OnError = [] {};
    // Whether nobody needs to hear of it.
    std::function<bool(const clang::Diagnostic &)> IsUnwanted = [](const clang::Diagnostic &) { return false; };
    // Whether clang reads a function for devices alone.
    std::function<bool()> InDeviceCode = [] { return false; };
    // Asked about every type that a message names; what it answers is told after the messages, once.
    std::function<std::string(clang::QualType)> AboutType = [](clang::QualType) { return std::string(); };
  } Ask;

  // Where messages about the end of the input belong.
  void setCellEnd(clang::SourceLocation End) { CellEnd = End; }

  // Takes what was collected since the last call.
  std::vector<Diagnostic> takeDiagnostics();
  std::string takeRendered();
  // As `takeRendered`, with the notes that were left out there; empty if none was. Call it before.
  std::string takeEverything();
  // Names that clang said were declared before, since the last call.
  std::vector<std::string> takeRedeclared() { return std::exchange(Redeclared, {}); }

private:
  void askAboutTypes(const clang::Diagnostic &Info);
  bool place(Diagnostic &Entry, clang::FullSourceLoc &Where) const;
  void beginGroup();
  void finishGroup();
  void noteError(const clang::Diagnostic &Info, clang::FullSourceLoc Where);
  bool isOfHostCode(const clang::Diagnostic &Info, const Diagnostic &Entry, clang::FullSourceLoc Where);
  void tellHostCode(const std::string &Name, const std::string &User, clang::FullSourceLoc Where);
  void followCaller(const clang::Diagnostic &Info, clang::FullSourceLoc Where);
  bool tellsNote(const clang::Diagnostic &Info, const Diagnostic &Entry, clang::FullSourceLoc Where);
  void tellOfEmbedded(const Diagnostic &Entry, clang::FullSourceLoc Where, bool IsCandidate);

  // An error or a warning, and what its notes have come to.
  struct ErrorGroup {
    size_t Begin = 0, Entries = 0; // where its text begins, and its entries
    clang::FullSourceLoc Where;
    std::string Called;                 // what no overload was found of
    unsigned Candidates = 0, Count = 0; // told, and left out
    std::vector<std::string> Said;      // about embedded headers
    bool InLibrary = false;             // device code has come to a header of a library for the host: told is where the user's text calls it
    bool Told = false;
    const clang::FunctionDecl *Callee = nullptr; // the library's function on the way there, the outermost so far
    Diagnostic Error{};
  };

  clang::DiagnosticOptions Options;
  Rendering Told, Whole; // what is told, and all that clang has said
  ErrorGroup Last;
  std::set<std::string> HostCode; // what was told of it
  bool LeftOut = false;           // not all of `Whole` is in `Told`
  std::vector<Diagnostic> Diagnostics;
  std::vector<std::string> Redeclared, Remarks;
  const clang::LangOptions *Language = nullptr; // the compiler's; set when it begins
  clang::SourceLocation CellEnd;
  bool Full = false, Skipping = false;
};

// Is this a place in one of Chevron's own headers?
bool isEmbedded(clang::FullSourceLoc Where);

// The message as users know what it is about.
std::string withPublicNames(std::string Text);

// The member that is meant by one whose name differs in the size of its letters; empty if there is none, or the message is about something else.
std::string memberMeant(const clang::Diagnostic &Info);

} // namespace chv
