#include "counters.h"

static auto plus_three = [](int x) { return x + 3; };

bool other() {
  return next() == 2 && counter()() == 2 && next_of<int>() == 2 && ++Registry::get().count == 2 && own() == 1 && plus_three(1) == 4;
}
