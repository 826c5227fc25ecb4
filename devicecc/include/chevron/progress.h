// Progress of loops. Included by `display.h`.
#pragma once

namespace chevron {

namespace wire {
extern "C" unsigned long __chv_progress_begin(const char *__label, unsigned long __count);
extern "C" unsigned long __chv_progress_at(unsigned long __loop, unsigned long __done);
extern "C" void __chv_progress_end(unsigned long __loop, unsigned long __done);
} // namespace wire

namespace shown {

// Counts a loop's steps; the executor says when it wants to hear of them.
class Meter {
public:
  Meter(const Text &__label, unsigned long __count) : loop_(wire::__chv_progress_begin(__label.data(), __count)) {}
  Meter(const Meter &) = delete;
  ~Meter() { end(); }

  void advance() {
    if (++done_ >= next_)
      next_ = done_ + wire::__chv_progress_at(loop_, done_);
  }
  void end() {
    if (!ended_)
      wire::__chv_progress_end(loop_, done_);
    ended_ = true;
  }

private:
  unsigned long loop_, done_ = 0, next_ = 1;
  bool ended_ = false;
};

template <class __I, class __End> class ProgressIterator {
public:
  ProgressIterator(__I __at, Meter *__meter) : at_(std::move(__at)), meter_(__meter) {}
  decltype(auto) operator*() const { return *at_; }
  ProgressIterator &operator++() {
    ++at_;
    meter_->advance();
    return *this;
  }
  bool operator!=(const __End &__end) const {
    if (at_ != __end)
      return true;
    meter_->end();
    return false;
  }

private:
  __I at_;
  Meter *meter_;
};

// The numbers below another one.
template <class __N> class Below {
public:
  class At {
  public:
    explicit At(__N __at) : at_(__at) {}
    __N operator*() const { return at_; }
    At &operator++() {
      ++at_;
      return *this;
    }
    bool operator!=(const At &__than) const { return at_ != __than.at_; }

  private:
    __N at_;
  };
  explicit Below(__N __end) : end_(__end < __N(0) ? __N(0) : __end) {}
  At begin() const { return At(__N(0)); }
  At end() const { return At(end_); }
  std::size_t size() const { return static_cast<std::size_t>(end_); }

private:
  __N end_;
};

template <class __R> constexpr unsigned long steps_of(__R &__range) {
  if constexpr (__is_bounded_array(__R))
    return sizeof(__range) / sizeof(__range[0]);
  else if constexpr (values::traits::has_size<__R>)
    return static_cast<unsigned long>(__range.size());
  else
    return static_cast<unsigned long>(-1);
}

} // namespace shown

// What a loop goes over, once: `Range` is a class, or a reference to what lives longer.
template <class __Range> class Progress {
public:
  Progress(__Range &&__range, const Text &__label) : range_(static_cast<__Range &&>(__range)), meter_(__label, shown::steps_of(range_)) {}
  auto begin() { return shown::ProgressIterator<decltype(shown::first_of(range_)), decltype(shown::last_of(range_))>(shown::first_of(range_), &meter_); }
  auto end() { return shown::last_of(range_); }

private:
  __Range range_;
  shown::Meter meter_;
};

// `for (auto i : chevron::progress(n))` with i from 0 to n - 1, or over the elements of a range. `label` says what is done.
template <class __R> auto progress(__R &&__range, const Text &__label = {}) {
  using __P_ = __remove_cvref(__R);
  if constexpr (__is_integral(__P_))
    return Progress<shown::Below<__P_>>(shown::Below<__P_>(__range), __label);
  else
    return Progress<__R>(static_cast<__R &&>(__range), __label);
}

} // namespace chevron
