// What a message of clang's, or of ours, is about, as far as hints go by it.
#pragma once

namespace clang {
class Diagnostic;
}

namespace chv {

// As `Complaint` in devicecc/src/cell.rs.
enum class Complaint {
  Other,
  UnknownName,            // `use of undeclared identifier 'x'`, or of a type or a template
  UnknownMember,          // of a namespace: `no type named 'x' in namespace 'std'`
  NoNamespace,            // `using namespace x;`
  IncompleteType,         // only declared: `std::optional` without its header, as a rule
  NoConversion,           // of an argument, say
  MissingSemicolon,
  MissingParenthesis,
  AssemblerQualifier,     // `asm volatile` outside of functions
  CaptureDefaultOutside,  // `[=]` at top level
  CaptureOfGlobal,        // `[x]` of what is no local variable
  OtherSide,              // device code uses what is the host's, or the other way round
  KernelCalled,           // without `<<<`
  LaunchArguments,        // too few in `<<<>>>`
  TypedefClash,           // with another type
  HostCode,               // of a library, in device code
  DeviceOnly,             // in a statement at top level
  MissingFile,            // of an `#include`
};

Complaint complaintOf(const clang::Diagnostic &Info);

} // namespace chv
