// What an inline function has for itself is one thing in the whole program; what is `static` in a file is the file's.
#pragma once

inline int next() {
  static int count = 0;
  return ++count;
}

inline auto counter() {
  return [] {
    static int count = 0;
    return ++count;
  };
}

template <class T> int next_of() {
  static int count = 0;
  return ++count;
}

struct Registry {
  static Registry &get() {
    static Registry one;
    return one;
  }
  int count = 0;
};

static auto own = [] {
  static int count = 0;
  return ++count;
};
