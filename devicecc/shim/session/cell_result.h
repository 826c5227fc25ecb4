// What a session says of a cell that it was given.
#pragma once
#include "ast/items.h"
#include "device/kernel_closures.h"
#include "host/host_module.h"

namespace chv {

// An item that has a newer version now, in words.
struct Supersession {
  std::string Name, Signature; // of the older one
  std::string By;              // the newer one's signature
  unsigned Cell;               // of the older one
  bool Followed;               // older code follows to the newer one
  int BuiltIn;                 // but device code (1), or all code (2), has the older one's value built in, and the newer one has another; objects of kernels (3) keep the older
  std::string GoneFrom;        // nothing has taken its place: this file does not have it any more
};

struct CellResult {
  enum Status { Committed, Rejected, Failed, Stopped } Outcome = Committed;
  std::string Rendered;
  std::string Everything; // as `Rendered`, with what was left out there; empty if nothing was
  std::vector<Diagnostic> Diagnostics;
  HostModule Host;
  std::string ValueType;
  bool OnlyLooks = false; // it shows a value and does nothing else
  std::vector<Item> Items;
  std::vector<Kernel> Kernels;
  std::vector<Variable> Variables;
  Thunks MadeThunks;
  std::vector<Supersession> Superseded;
  std::vector<OldType> OldTypes;
  std::vector<std::string> UndefinedMacros;
  Footprint Leaves;
  uint64_t HostParseNs = 0, DeviceParseNs = 0, HostIrNs = 0, DeviceIrNs = 0, ClosureNs = 0;

  // The side rejects the cell, and has said why.
  void reject(Frontend &Side);
  // Something of ours went wrong.
  void fail(std::string Why);
};

} // namespace chv
