// Which of clang's corrections of unknown names are offered: a person means a name like theirs, not whatever the C library has.
#pragma once
#include "clang/Sema/ExternalSemaSource.h"

namespace chv {

// Asked before clang corrects a name. It asks clang itself, and lets it give up where the correction would mislead: `main` is not `min`,
// `dp2<<<1, 1>>>()` is not `dup2`.
class TypoCorrections : public clang::ExternalSemaSource {
public:
  static void install(clang::Sema &Sema, clang::LangOptions &Language);

  clang::TypoCorrection CorrectTypo(const clang::DeclarationNameInfo &Typo, int LookupKind, clang::Scope *S, clang::CXXScopeSpec *SS,
                                    clang::CorrectionCandidateCallback &Candidates, clang::DeclContext *MemberContext,
                                    bool EnteringContext, const clang::ObjCObjectPointerType *OPT) override;

private:
  TypoCorrections(clang::Sema &Sema, clang::LangOptions &Language) : Sema(Sema), Language(Language) {}

  clang::Sema &Sema;
  clang::LangOptions &Language; // Sema's own, which it cannot change
  bool Asking = false;
  bool Refused = false; // spell checking is off, until clang asks again
};

} // namespace chv
