// What LLVM's archives, built against glibc 2.36, need and glibc 2.35 (Ubuntu 22.04) does not have. `./dev bundle` links this into
// both programs.
#include <cstdint>
#include <cstdlib>
#include <sys/random.h>

extern "C" uint32_t arc4random() noexcept {
  uint32_t Value;
  // The kernel gives 4 bytes whole or none; none only before it has gathered entropy at boot, when it would have waited.
  if (getrandom(&Value, sizeof Value, 0) != sizeof Value)
    abort();
  return Value;
}
