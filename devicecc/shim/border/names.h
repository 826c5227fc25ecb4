// Names that the parts agree on.
#pragma once
#include "llvm/ADT/StringRef.h"

#define MAIN_FILE_NAME "<<< inputs >>>"
#define CELL_FILE_PREFIX ".chevron-cell-"

namespace chv {

constexpr llvm::StringLiteral SharedSection = ".chv.shared";
constexpr llvm::StringLiteral DynamicSharedSection = ".chv.dynshared";
constexpr llvm::StringLiteral PrimitivePrefix = "__chv_";
constexpr llvm::StringLiteral SyncPrefix = "__chv_sync_";
constexpr llvm::StringLiteral LaunchPrefix = "__chv_launch";
constexpr llvm::StringLiteral EntryName = "chv_entry";
constexpr llvm::StringLiteral RegisterName = "chv_register";
constexpr llvm::StringLiteral LauncherName = "__chv_thread";
constexpr llvm::StringLiteral KernelName = "__chv_kernel";
// In a closure: functions whose address code takes, their numbers follow; the table of functions that others reach by address; where thunks lead.
constexpr llvm::StringLiteral AddressedPrefix = "__chv_addressed_";
constexpr llvm::StringLiteral FunctionsName = "__chv_functions";
constexpr llvm::StringLiteral TargetsName = "__chv_targets";

} // namespace chv
