// The names that a cell introduced, for `%who`.
#pragma once
#include "frontend.h"

namespace chv {

// In the order of devicecc::ItemKind.
enum class ItemKind { Kernel, DeviceFunction, DeviceVariable, Function, Variable, Type, Template, Namespace, Macro };

struct Item {
  ItemKind Kind;
  std::string Name, Signature;
  std::vector<std::string> Uses; // items that its text mentions, qualified
};

// Items of the newest cell's own text; what it includes is not listed.
std::vector<Item> itemsOf(Frontend &Side);

// True if the device side must see the newest cell before the next one: it holds or instantiates device code.
bool needsDevice(Frontend &Host);

} // namespace chv
