#include "session/free_memory.h"
#include <atomic>
#include <cstdio>
#include <malloc.h>
#include <unistd.h>

namespace chv {

// To give memory back and to ask for it again costs a millisecond for so much.
static constexpr size_t WorthIt = 24 << 20;

// What the process has in memory; 0 if the system does not tell.
static size_t residentBytes() {
  FILE *Told = std::fopen("/proc/self/statm", "re");
  if (!Told)
    return 0;
  size_t All = 0, Resident = 0;
  bool Good = std::fscanf(Told, "%zu %zu", &All, &Resident) == 2;
  std::fclose(Told);
  return Good ? Resident * size_t(sysconf(_SC_PAGESIZE)) : 0;
}

void giveBack(bool IfGrown) {
  static std::atomic<size_t> After = 0; // what was left the last time
  if (IfGrown && residentBytes() < After + WorthIt)
    return;
  malloc_trim(0);
  After = residentBytes();
}

} // namespace chv
