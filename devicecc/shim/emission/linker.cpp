// lld as a library, where it was found: it makes code objects for AMD GPUs of ELF objects.
#include "border/chevron_linker.h"
#include "border/guard.h"
#include "border/text.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>
#ifdef CHV_LLD
#include "lld/Common/Driver.h"
#include "llvm/Support/raw_ostream.h"

LLD_HAS_DRIVER(elf)
#endif

int chv_has_linker(void) {
#ifdef CHV_LLD
  return 1;
#else
  return 0;
#endif
}

#ifdef CHV_LLD

int chv_link_elf(chv_list Arguments, chv_text **Error) {
  std::vector<std::string> Words{"ld.lld"};
  for (size_t I = 0; I < Arguments.count; ++I)
    Words.emplace_back(Arguments.items[I].data, Arguments.items[I].size);
  llvm::SmallVector<const char *, 16> Raw;
  for (const std::string &Word : Words)
    Raw.push_back(Word.c_str());
  std::string Said, Why;
  bool Good = false, Usable = true;
  bool Survived = chv::guarded(
      [&] {
        llvm::raw_string_ostream Stream(Said);
        lld::Result Outcome = lld::lldMain(Raw, Stream, Stream, {{lld::Gnu, &lld::elf::link}});
        Good = Outcome.retCode == 0;
        Usable = Outcome.canRunAgain;
      },
      &Why);
  if (Survived && Good)
    return CHV_GOOD;
  *Error = new chv_text{Survived ? Said : Why};
  return Survived && Usable ? CHV_FAILED : CHV_CRASHED;
}

#else

int chv_link_elf(chv_list, chv_text **Error) {
  *Error = new chv_text{"lld is not in this program"};
  return CHV_FAILED;
}

#endif
