#include "session/closure_cutting.h"
#include "ast/frontend.h"
#include "border/guard.h"
#include "session/session_clock.h"
#include <thread>

namespace chv {

void ClosureCutting::start(Frontend *Device, Taker Take) {
  Started = true;
  Cell = Closures.newestCell();
  Stop = false;
  Helper.start([this, Device, Take = std::move(Take)] {
    uint64_t Start = nanoseconds();
    {
      Watch Watching(Stop);
      Crashed = !Closures.cutRest();
    }
    std::vector<Kernel> Taken = Closures.takeNewest();
    Take(std::move(Taken), nanoseconds() - Start);
    if (Device && !Crashed)
      Crashed = !guarded([this, Device] {
        Closures.writeDown();
        Device->prepare();
      });
  });
}

bool ClosureCutting::await() {
  if (!Started)
    return true;
  // Who is asked to stop gives up the kernels that it waits for: they may take for ever.
  while (!Helper.finishWithin(LookEvery))
    if (Watch::stopAsked())
      Stop = true;
  Started = false;
  return !std::exchange(Crashed, false);
}

void ClosureCutting::giveUp(unsigned First, std::chrono::steady_clock::time_point Until) {
  bool Unwanted = Started && Cell >= First;
  while (Unwanted && !Helper.done() && std::chrono::steady_clock::now() < Until)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  Stop = Unwanted && !Helper.done();
}

} // namespace chv
