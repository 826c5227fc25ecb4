#include "counters.h"
#include <cstdio>

// Other lambdas of these types: they come before and after those of the header.
static auto plus_two = [](int x) { return x + 2; };

bool other();

int main() {
  bool good = next() == 1 && counter()() == 1 && next_of<int>() == 1 && ++Registry::get().count == 1 && own() == 1;
  good = other() && good;
  good = next() == 3 && counter()() == 3 && next_of<int>() == 3 && ++Registry::get().count == 3 && own() == 2 && plus_two(1) == 3 && good;
  if (!good)
    printf("failed\n");
  return good ? 0 : 1;
}
