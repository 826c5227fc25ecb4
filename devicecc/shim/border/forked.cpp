#include "border/forked.h"
#include "llvm/ADT/STLExtras.h"
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <mutex>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace chv {

// The copy's signals are blocked; those of a fault end it, without a word and without a core.
static void becomeCopy(pid_t Parent) {
  for (int Signal : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP})
    std::signal(Signal, SIG_DFL);
  rlimit None{0, 0};
  (void)setrlimit(RLIMIT_CORE, &None);
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != Parent)
    _exit(1);
  int Nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int Standard : {0, 1, 2})
    (void)dup2(Nothing, Standard);
}

// Copies that have answered and may not have ended. None is waited for.
static void bury(std::vector<pid_t> &Copies) {
  llvm::erase_if(Copies, [](pid_t Copy) { return waitpid(Copy, nullptr, WNOHANG) != 0; });
}

// Reads to the end of the answer; false if that does not come in time.
static bool readAll(int In, std::string &Read, std::chrono::steady_clock::time_point Until) {
  char Buffer[1 << 14];
  while (true) {
    auto Left = std::chrono::duration_cast<std::chrono::milliseconds>(Until - std::chrono::steady_clock::now()).count();
    pollfd Waits{In, POLLIN, 0};
    int Ready = Left > 0 ? poll(&Waits, 1, int(Left)) : 0;
    if (Ready < 0 && errno == EINTR)
      continue;
    if (Ready <= 0)
      return false;
    ssize_t Got = read(In, Buffer, sizeof(Buffer));
    if (Got < 0 && errno == EINTR)
      continue;
    if (Got <= 0)
      return false;
    Read.append(Buffer, Got);
    if (Read.back() == EndOfAnswer) {
      Read.pop_back();
      return true;
    }
  }
}

std::string inCopy(llvm::function_ref<void(int Out)> Action, std::chrono::milliseconds Most) {
  auto Until = std::chrono::steady_clock::now() + Most;
  int Ends[2];
  if (pipe2(Ends, O_CLOEXEC) != 0)
    return {};
  // No handler of this process is to run in the copy.
  sigset_t All, Before;
  sigfillset(&All);
  pthread_sigmask(SIG_BLOCK, &All, &Before);
  pid_t Parent = getpid(), Copy = fork();
  if (Copy == 0) {
    becomeCopy(Parent);
    Action(Ends[1]);
    _exit(0);
  }
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  close(Ends[1]);
  std::string Read;
  bool Whole = Copy > 0 && readAll(Ends[0], Read, Until);
  close(Ends[0]);
  if (Copy < 0)
    return {};
  if (!Whole)
    kill(Copy, SIGKILL);
  static std::mutex Mutex;
  static std::vector<pid_t> Copies;
  std::lock_guard Lock(Mutex);
  Copies.push_back(Copy);
  bury(Copies);
  return Whole ? Read : std::string();
}

} // namespace chv
