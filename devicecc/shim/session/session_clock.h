// The session's clock.
#pragma once
#include <chrono>
#include <cstdint>

namespace chv {

// How often one who waits for another thread looks whether it is asked to stop.
constexpr std::chrono::milliseconds LookEvery(10);

inline uint64_t nanoseconds() { return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1); }

} // namespace chv
