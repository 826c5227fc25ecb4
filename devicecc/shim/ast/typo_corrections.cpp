#include "ast/typo_corrections.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/TypoCorrection.h"
#include "clang/Tooling/Inclusions/StandardLibrary.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"

using namespace clang;

namespace chv {

void TypoCorrections::install(clang::Sema &Sema, LangOptions &Language) {
  Sema.addExternalSource(llvm::IntrusiveRefCntPtr<ExternalSemaSource>(new TypoCorrections(Sema, Language)));
}

// Two neighbours that have changed places are one slip: `pritnf`.
static bool isTransposed(llvm::StringRef A, llvm::StringRef B) {
  if (A.size() != B.size())
    return false;
  size_t At = 0;
  while (At < A.size() && A[At] == B[At])
    ++At;
  return At + 1 < A.size() && A[At] == B[At + 1] && A[At + 1] == B[At] && A.drop_front(At + 2) == B.drop_front(At + 2);
}

// Slips that a name of this length may have and still be meant. Of names that the user has not written, which are many, there must be fewer.
static unsigned slipsMax(size_t Length, bool IsLibrarys) {
  if (IsLibrarys)
    return Length < 5 ? 0 : Length < 12 ? 1 : 2;
  return Length < 5 ? 1 : Length < 9 ? 2 : 3;
}

// Chevron's own headers have the names of CUDA, which users do mean.
static bool isLibrarys(const Decl *Meant, const SourceManager &Sources) {
  SourceLocation Where = Sources.getExpansionLoc(Meant->getLocation());
  return Where.isValid() && Sources.isInSystemHeader(Where) && !Sources.getFilename(Where).starts_with("/chevron/");
}

// `min` and `max` are names of CUDA as `threadIdx` is, but as short as what else people type.
static bool isEmbedded(const Decl *Meant, const SourceManager &Sources) {
  return Sources.getFilename(Sources.getExpansionLoc(Meant->getLocation())).starts_with("/chevron/");
}

static bool misleads(llvm::StringRef Typed, const TypoCorrection &Correction, const SourceManager &Sources) {
  const IdentifierInfo *Name = Correction.getCorrectionAsIdentifierInfo();
  const NamedDecl *Meant = Correction.getFoundDecl();
  if (!Name || !Meant)
    return false;
  llvm::StringRef Offered = Name->getName();
  if (Offered.starts_with("__chv") || Offered.starts_with("__CHV"))
    return true;
  // The name is right, and only its scope is missing.
  if (Offered == Typed || Offered.equals_insensitive(Typed))
    return false;
  unsigned Slips = isTransposed(Typed, Offered) ? 1 : Typed.edit_distance(Offered);
  bool IsShort = Typed.size() < 5 && isEmbedded(Meant, Sources);
  return Slips > slipsMax(Typed.size(), IsShort || isLibrarys(Meant, Sources));
}

// `std::setw` is no slip: its header is missing.
static bool isStandard(const CXXScopeSpec *Scope, llvm::StringRef Name) {
  if (!Scope || !Scope->isSet())
    return false;
  const DeclContext *Named = nullptr;
  if (Scope->getScopeRep().getKind() == NestedNameSpecifier::Kind::Namespace)
    Named = dyn_cast<DeclContext>(static_cast<const Decl *>(Scope->getScopeRep().getAsNamespaceAndPrefix().Namespace));
  const auto *Namespace = dyn_cast_or_null<NamespaceDecl>(Named);
  if (!Namespace)
    return false;
  using namespace clang::tooling::stdlib;
  return Symbol::named(Namespace->getQualifiedNameAsString() + "::", Name, Lang::CXX).has_value();
}

TypoCorrection TypoCorrections::CorrectTypo(const DeclarationNameInfo &Typo, int LookupKind, Scope *S, CXXScopeSpec *SS,
                                            CorrectionCandidateCallback &Candidates, DeclContext *MemberContext, bool EnteringContext,
                                            const ObjCObjectPointerType *OPT) {
  if (Asking)
    return TypoCorrection();
  if (std::exchange(Refused, false))
    Language.SpellChecking = true;
  const IdentifierInfo *Name = Typo.getName().getAsIdentifierInfo();
  if (!Name || Sema.DisableTypoCorrection || !Language.SpellChecking)
    return TypoCorrection();
  Asking = true;
  // What fails here is recorded, so that clang does not look for it once more.
  TypoCorrection Found = Sema.CorrectTypo(Typo, static_cast<clang::Sema::LookupNameKind>(LookupKind), S, SS, Candidates,
                                          CorrectTypoKind::ErrorRecovery, MemberContext, EnteringContext, OPT);
  Asking = false;
  if (Found && !isStandard(SS, Name->getName()) && !misleads(Name->getName(), Found, Sema.getSourceManager()))
    return Found;
  // Clang looks at this next, and gives up. Its flag of its own is saved and restored around tentative parsing.
  Refused = true;
  Language.SpellChecking = false;
  return TypoCorrection();
}

} // namespace chv
