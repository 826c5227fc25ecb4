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
  Frontend *Host = Asts.hostWithin(AnswerMost);
  if (!Host)
    return {};
  auto answer = [&](int Out) {
    Kept->beginNew(Asked.Number);
    Host->answer(Asked, Out);
  };
  if (llvm::StringRef(Asked.Text).contains("include"))
    return inCopy(answer, WithHeadersMost);
  std::string Answer = inCopy(answer, FirstTryMost);
  return Answer.empty() ? inCopy(answer, AnswerMost - FirstTryMost) : Answer;
}

} // namespace chv
