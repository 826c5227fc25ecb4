// The names that a cell introduced, for `%who`.
#pragma once
#include "ast/uses.h"

namespace chv {

// In the order of devicecc::ItemKind.
enum class ItemKind { Kernel, DeviceFunction, DeviceVariable, Function, Variable, Type, Template, Namespace, Macro };

struct Item {
  ItemKind Kind;
  std::string Name, Signature;
  std::string Symbol; // mangled, of a function that is no template
  std::vector<Use> Uses, Types; // of a variable: session types that its type is made of
  bool OnlyDeclared = false;    // not defined by this text
};

// Of a kernel: the kernel, not the stub that launches it.
clang::GlobalDecl globalOf(const clang::FunctionDecl &Function);
// Is there a name that people call it by? Operators have one, constructors and the like not.
bool hasItemName(const clang::NamedDecl &D);
// An item's name with its namespaces; a specialization's with its arguments.
std::string itemName(const clang::NamedDecl &D);

// An item's type or signature, as people read it; with its name it tells overloads apart.
std::string signatureOf(const clang::NamedDecl &D);

// Items of the newest cell's own text; what it includes is not listed.
std::vector<Item> itemsOf(Frontend &Side);

// The device side's text can differ from the host's (`#ifdef __CUDA_ARCH__`): adds what it alone uses.
void addUses(llvm::ArrayRef<Item> OfDevice, std::vector<Item> &Items);

// True if the device side must see the newest cell before the next one: it holds or instantiates device code.
bool needsDevice(Frontend &Host);

} // namespace chv
