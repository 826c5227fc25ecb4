// Answers questions about a text that is typed, without touching the session's ASTs. `Session`'s part.
#include "ast/code_completion.h"
#include "border/forked.h"
#include "border/guard.h"
#include "session/session.h"

namespace chv {

// How long a person waits for an answer; and of it, for one that may have met another thread's lock.
constexpr std::chrono::milliseconds AnswerMost(1000), FirstTryMost(400);

// The same if the text includes headers, which may have to be read.
constexpr std::chrono::milliseconds WithHeadersMost(2000);

std::string Session::ask(const Question &Asked) {
  SideState &Host = state(Side::Host);
  if (!Host.Current && !Host.Rebuilding.valid())
    rebuild(Side::Host);
  if (Host.Rebuilding.valid()) {
    if (Host.Rebuilding.wait_for(AnswerMost) != std::future_status::ready)
      return {};
    auto Made = Host.Rebuilding.get();
    if (!Made) {
      llvm::consumeError(Made.takeError()); // the next cell makes it once more, and tells
      return {};
    }
    Host.Current = std::move(*Made);
  }
  auto answer = [&](int Out) {
    Kept->beginNew(Asked.Number);
    host().answer(Asked, Out);
  };
  if (llvm::StringRef(Asked.Text).contains("include"))
    return inCopy(answer, WithHeadersMost);
  std::string Answer = inCopy(answer, FirstTryMost);
  return Answer.empty() ? inCopy(answer, AnswerMost - FirstTryMost) : Answer;
}

} // namespace chv
