// The name `_`, which means the value that the session showed last.
#pragma once
#include "clang/Sema/ExternalSemaSource.h"

namespace chv {

// A cell that may mean it has, on a line of its own before its text, the declaration of a reference to that value. This is asked for names that clang finds
// nowhere: a `_` that the session or the cell declares itself comes first.
class LastValue : public clang::ExternalSemaSource {
public:
  static void install(clang::Sema &S);
  bool LookupUnqualified(clang::LookupResult &Found, clang::Scope *) override;

private:
  explicit LastValue(clang::Sema &S) : S(S) {}
  clang::Sema &S;
};

// What such a declaration begins with; what the session writes, `Source::laid_out` of the crate.
inline constexpr char LastValuePrefix[] = "auto &__chv_last_";

// Bytes of the line before the text that declares it, if there is one.
size_t lastValueLine(llvm::StringRef Text);

// Is this such a declaration? It is nothing that the user has declared.
bool isLastValue(const clang::Decl &Declared);

} // namespace chv
