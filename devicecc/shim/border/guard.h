// Clang and LLVM have bugs that odd input finds; a crash in them costs what they were at, not the process.
#pragma once
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace chv {

// Runs `Action`; false if it crashed (a signal, a failed assertion, a fatal error, no stack or memory left), or was left at a safe point. Then nothing
// that it was changing may be used again, not even destroyed.
// `Why` gets what LLVM said of it, if it said anything.
bool guarded(llvm::function_ref<void()> Action, std::string *Why = nullptr);

// What `Make` returns, made guarded; nothing if it crashed.
template <typename Made> std::optional<Made> madeGuarded(llvm::function_ref<Made()> Make, std::string *Why = nullptr) {
  Made *Result = nullptr; // what a crash leaves half-made is never looked at, so it is left where it is
  if (!guarded([&] { Result = new Made(Make()); }, Why))
    return std::nullopt;
  std::optional<Made> Taken(std::move(*Result));
  delete Result;
  return Taken;
}

// Destroys what clang or LLVM made; false if that crashed. Then it is left where it is.
template <typename Made> bool destroyGuarded(std::unique_ptr<Made> Old) {
  Made *Raw = Old.release();
  return guarded([&] { delete Raw; });
}

// Crashes the action that runs here guarded, because its other half has crashed on another thread: with that one's last words.
[[noreturn]] void crash(const std::string &Why);

} // namespace chv
