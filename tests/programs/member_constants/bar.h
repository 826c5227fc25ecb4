#pragma once
#include <cstring>

// Constants of a class, which one file defines and others use.
class Bar {
  static const char done[9];
  static const double width;
  static int shown;

public:
  static const int least = 3;
  int show() const { return ++shown * (int)std::strlen(done) + (int)width; }
};
const int *least();
