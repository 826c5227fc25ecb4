// What only C++20 has.
//@ c++20
#include "executor.h"
#include <ranges>
#include <span>
#include <vector>

int main() {
  std::vector<int> many(1000);
  many[500] = 1;
  int array[] = {4, 5, 6};
  SHOW(std::span<int>(array));
  SHOW(many | std::views::transform([](int i) { return i * 10; }) | std::views::take(2));
  SHOW(many | std::views::filter([](int i) { return i != 0; }));
  SHOW(std::views::iota(1));
  SHOW(u8"grün");
  SHOW(u8'a');
}
