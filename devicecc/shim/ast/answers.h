// Answers to questions about a text that is typed: written from what clang's code completion finds.
#pragma once
#include "ast/code_completion.h"
#include "clang/Sema/CodeCompleteConsumer.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/DenseSet.h"
#include <memory>
#include <string>

namespace chv {

class Redeclarations;

// Writes the answer to a file descriptor, then ends the process: clang need not find its way out of the text.
class Answers : public clang::CodeCompleteConsumer {
public:
  Answers(const Question &Asked, const Redeclarations &Session, int Out);

  void ProcessCodeCompleteResults(clang::Sema &S, clang::CodeCompletionContext Context, clang::CodeCompletionResult *Results,
                                  unsigned Count) override;
  void ProcessOverloadCandidates(clang::Sema &S, unsigned Argument, OverloadCandidate *Candidates, unsigned Count, clang::SourceLocation,
                                 bool Braced) override;
  clang::CodeCompletionAllocator &getAllocator() override { return Info.getAllocator(); }
  clang::CodeCompletionTUInfo &getCodeCompletionTUInfo() override { return Info; }

  [[noreturn]] void finish();

private:
  bool wants(llvm::StringRef Name) const;
  void addStatements();
  void add(clang::CodeCompletionResult &Result, const clang::CodeCompletionContext &Context);
  void addDeclaration(const clang::NamedDecl &D, clang::CodeCompletionResult &Result, const clang::CodeCompletionContext &Context);
  void addGlobals(const clang::CodeCompletionContext &Context, const clang::DeclContext *Scope);
  void addNamed(clang::IdentifierInfo &Name, const clang::CodeCompletionContext &Context, const clang::DeclContext *Scope);
  void addMembers(const clang::CXXRecordDecl &Class, const clang::CodeCompletionContext &Context);
  void describe(const clang::NamedDecl &D);
  void describe(const clang::IdentifierInfo &Name, const clang::MacroInfo &Macro);
  void recordDeclaration(llvm::StringRef Kind, llvm::StringRef Text, llvm::StringRef Comment, clang::SourceLocation Where);
  void candidate(llvm::StringRef Kind, llvm::StringRef Text, llvm::StringRef Label, unsigned Rank);
  void record(std::initializer_list<llvm::StringRef> Fields);

  const Question &Asked;
  const Redeclarations &Session;
  const int Out;
  clang::CodeCompletionTUInfo Info;
  clang::Sema *S = nullptr;
  std::string Typed, Written; // what is typed of the name; the answer so far
  llvm::DenseSet<const clang::Decl *> Known;
  unsigned Candidates = 0;
  bool Qualified = false; // a scope stands before the name
};

// The comment that belongs to a declaration, without its marks; empty if there is none.
std::string commentOf(const clang::Decl &D, clang::SourceManager &Sources);
// Likewise for what begins and ends in these places.
std::string commentAround(clang::SourceRange Range, clang::SourceManager &Sources);

} // namespace chv
