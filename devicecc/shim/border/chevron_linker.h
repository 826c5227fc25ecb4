// The linker for AMD GPUs' code objects, as Rust sees it.
#pragma once
#include "border/chevron_shim.h"

#ifdef __cplusplus
extern "C" {
#endif

// Is lld in this program? It is where its library was found when the shim was compiled.
int chv_has_linker(void);
// Runs lld for ELF with these arguments, the name of the program left out. One call at a time. The result is `CHV_GOOD`, or `CHV_FAILED` with what lld said in `error`, or
// `CHV_CRASHED`, after which it must not be called again.
int chv_link_elf(chv_list arguments, chv_text **error);

#ifdef __cplusplus
}
#endif
