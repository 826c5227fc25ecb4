// Headers of the system that a session includes before all else, precompiled: who makes its ASTs again need not read them again.
//
// A rejected cell and one that is taken back cost an AST. To read `<map>` again takes 50 ms a side, `<iostream>` 300, and an AST that has read them is
// megabytes larger than one that finds in a precompiled header what it needs of them. So a thread makes one on top of the preamble's, of the includes that the
// session's text begins with. A cell that goes on with other text is read again, and finds these headers' guards. The user's own headers are left out: they
// are read again when they have been edited.
#pragma once
#include "ast/frontend.h"
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace chv {

class SessionHeaders {
public:
  // The options outlive it.
  SessionHeaders(Side Which, const FrontendOptions &Options) : Which(Which), Options(Options) {}
  SessionHeaders(const SessionHeaders &) = delete;
  SessionHeaders &operator=(const SessionHeaders &) = delete;
  ~SessionHeaders();

  // An AST that has read the first `Read` of these cells. What they include and it has not read is precompiled at once.
  llvm::Expected<std::unique_ptr<Frontend>> create(llvm::LLVMContext &Context, llvm::ArrayRef<CellText> Cells, size_t &Read);
  // How many of these cells such an AST would have read.
  size_t readBy(llvm::ArrayRef<CellText> Cells);
  // These are the side's cells now. What they include is precompiled at the next rest of the session.
  void follow(llvm::ArrayRef<CellText> Cells);
  // What is precompiled of these cells is no good for them. False: nothing was.
  bool refuse(llvm::ArrayRef<CellText> Cells);

private:
  struct Precompiled {
    std::vector<unsigned> Serials; // of the cells whose includes it has, ascending
    size_t Whole;                  // of these, those that have no other text
    FrontendOptions Options;
    std::vector<std::pair<std::string, std::string>> Included; // as directives name them, and where they were found
  };
  using Made = std::shared_ptr<const Precompiled>;
  void work();
  void want(llvm::ArrayRef<CellText> Cells, bool AtOnce);
  bool isWanted() const;
  Made find(llvm::ArrayRef<CellText> Cells);
  Made make(llvm::ArrayRef<CellText> Cells, size_t Whole) const;

  const Side Which;
  const FrontendOptions &Options;
  std::mutex Mutex;
  std::condition_variable Changed;
  std::vector<CellText> Wanted;      // the first cells, as far as they include
  size_t WantedWhole = 0;            // of these, those that have no other text
  std::vector<unsigned> Refused;     // serials of those that cannot be precompiled
  Made Ready;
  std::chrono::steady_clock::time_point Begin; // not before, unless an AST had to read them again
  bool Urgent = false;
  std::atomic<bool> Stop = false;
  std::thread Worker; // from the first cell on that includes
};

} // namespace chv
