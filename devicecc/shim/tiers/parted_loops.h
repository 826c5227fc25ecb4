// Loops that threads leave in different rounds: `while (k < most && r * r + i * i < 4)`.
#pragma once
#include "tiers/thread_code.h"

namespace chv {

// Has the lanes of a warp go round each such loop until the last one has left it; the others do nothing there. Gives whether there was any of those for
// which it pays. Only for kernels in which nothing waits for other threads.
bool joinPartedLoops(ThreadCode &Code);

} // namespace chv
