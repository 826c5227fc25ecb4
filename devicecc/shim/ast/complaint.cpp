#include "ast/complaint.h"
#include "host/host_statements.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/TokenKinds.h"

using namespace clang;

namespace chv {

// `expected ';'`: the token is an argument.
static bool expects(const clang::Diagnostic &Info, unsigned At, tok::TokenKind Kind) {
  return Info.getNumArgs() > At && Info.getArgKind(At) == DiagnosticsEngine::ak_tokenkind && tok::TokenKind(Info.getRawArg(At)) == Kind;
}

// What clang says is called, where that is a launch's configuration: the first argument of its messages about arguments.
static constexpr unsigned OfLaunch = 3;

// Clang has dozens of messages for each of these, known by the text that belongs to their number.
static Complaint familyOf(llvm::StringRef Described) {
  if (Described.starts_with("expected ';'"))
    return Complaint::MissingSemicolon;
  if (Described.contains("incomplete type") || Described.contains("undefined template"))
    return Complaint::IncompleteType;
  if (Described.starts_with("no matching conversion"))
    return Complaint::NoConversion;
  return Complaint::Other;
}

Complaint complaintOf(const clang::Diagnostic &Info) {
  switch (Info.getID()) {
  case diag::err_undeclared_var_use:
  case diag::err_undeclared_var_use_suggest:
  case diag::err_unknown_typename:
  case diag::err_unknown_typename_suggest:
  case diag::err_no_template:
  case diag::err_no_template_suggest:
    return Complaint::UnknownName;
  case diag::err_no_member:
  case diag::err_no_member_suggest:
  case diag::err_no_member_template:
  case diag::err_no_member_template_suggest:
  case diag::err_typename_nested_not_found:
  case diag::err_unknown_nested_typename_suggest:
    return Complaint::UnknownMember;
  case diag::err_expected_namespace_name:
    return Complaint::NoNamespace;
  case diag::err_expected:
    return expects(Info, 0, tok::semi) ? Complaint::MissingSemicolon : expects(Info, 0, tok::r_paren) ? Complaint::MissingParenthesis : Complaint::Other;
  case diag::err_expected_after:
    return expects(Info, 1, tok::semi) ? Complaint::MissingSemicolon : Complaint::Other;
  case diag::err_global_asm_qualifier_ignored:
    return Complaint::AssemblerQualifier;
  case diag::err_capture_default_non_local:
    return Complaint::CaptureDefaultOutside;
  case diag::err_capture_non_automatic_variable:
    return Complaint::CaptureOfGlobal;
  case diag::err_ref_bad_target:
  case diag::err_ref_bad_target_global_initializer:
    return Complaint::OtherSide;
  case diag::err_global_call_not_config:
    return Complaint::KernelCalled;
  case diag::err_typecheck_call_too_few_args:
  case diag::err_typecheck_call_too_few_args_at_least:
  case diag::err_typecheck_call_too_few_args_at_least_one:
  case diag::err_typecheck_call_too_few_args_at_least_suggest:
  case diag::err_typecheck_call_too_few_args_one:
  case diag::err_typecheck_call_too_few_args_suggest:
    return Info.getRawArg(0) == OfLaunch ? Complaint::LaunchArguments : Complaint::Other;
  case diag::err_pp_file_not_found:
    return Complaint::MissingFile;
  case diag::err_redefinition_different_typedef:
    return Complaint::TypedefClash;
  default:
    break;
  }
  llvm::StringRef Described = Info.getDiags()->getDiagnosticIDs()->getDescription(Info.getID());
  return Described == DeviceOnlyMessage ? Complaint::DeviceOnly : familyOf(Described);
}

} // namespace chv
