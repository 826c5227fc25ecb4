// In device code `decltype(answer(1))`, `sizeof`, `noexcept`, a `requires` or `std::declval` calls nothing, so nvcc lets them name host functions.
// Clang asks in overload resolution alone whether the caller's side may call a candidate, whatever the context, and leaves no hook: an overload
// vanishes without a word where its result's type is asked for. So the one function that answers is given another body: its first bytes
// become a jump to `preference`, which answers as clang does but for such operands. All later checks of clang's look at the context themselves.
#include "ast/unevaluated_calls.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"
#include <cstdint>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace clang;

namespace chv {

// Is the call that is resolved part of an operand? Resolving it counts as an unevaluated context of its own, and so does the resolution of a
// constructor or a conversion function that converts an argument of a call around it.
static bool isOperandUnevaluated(const Sema &S, const FunctionDecl &Callee) {
  using Record = Sema::ExpressionEvaluationContextRecord;
  size_t Own = isa<CXXConstructorDecl, CXXConversionDecl>(Callee) ? 2 : 1, Unevaluated = 0;
  for (const Record &Context : llvm::reverse(S.ExprEvalContexts)) {
    if (!Context.isUnevaluated())
      return false;
    if (++Unevaluated > Own || Context.ExprContext == Record::EK_Decltype)
      return true;
  }
  return false;
}

// As clang 22 has it.
static SemaCUDA::CUDAFunctionPreference preference(SemaCUDA *Cuda, const FunctionDecl *Caller, const FunctionDecl *Callee) {
  using Target = CUDAFunctionTarget;
  const auto &Context = Cuda->CurCUDATargetCtx;
  if (!Caller && Context.Kind == SemaCUDA::CTCK_InitGlobalVar && Context.Target == Target::Device &&
      isa<CXXConstructorDecl, CXXDestructorDecl>(Callee))
    return SemaCUDA::CFP_HostDevice;
  Target From = Cuda->IdentifyTarget(Caller), To = Cuda->IdentifyTarget(Callee);
  if (From == Target::InvalidTarget || To == Target::InvalidTarget)
    return SemaCUDA::CFP_Never;
  bool FromDevice = From == Target::Device || From == Target::Global;
  if (To == Target::Global && FromDevice)
    return SemaCUDA::CFP_Native;
  if (To == Target::HostDevice)
    return SemaCUDA::CFP_HostDevice;
  if (To == From || (From == Target::Host && To == Target::Global) || (From == Target::Global && To == Target::Device))
    return SemaCUDA::CFP_Native;
  bool IsDevice = Cuda->getLangOpts().CUDAIsDevice;
  if (From == Target::HostDevice)
    return IsDevice == (To == Target::Device) ? SemaCUDA::CFP_SameSide : SemaCUDA::CFP_WrongSide;
  // The last choice: what may be called goes first.
  return isOperandUnevaluated(Cuda->SemaRef, *Callee) ? SemaCUDA::CFP_WrongSide : SemaCUDA::CFP_Never;
}

// The address of the code of a member function that is not virtual: the first word of a pointer to it.
static char *codeOf(SemaCUDA::CUDAFunctionPreference (SemaCUDA::*Function)(const FunctionDecl *, const FunctionDecl *)) {
  char *Code;
  std::memcpy(&Code, &Function, sizeof Code);
  return Code;
}

void allowUnevaluatedCalls() {
  // mov rax, <address>; jmp rax
  unsigned char Jump[12] = {0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xe0};
  auto Target = reinterpret_cast<uint64_t>(&preference);
  std::memcpy(Jump + 2, &Target, sizeof Target);
  char *Code = codeOf(&SemaCUDA::IdentifyPreference);
  auto Page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  uintptr_t Begin = reinterpret_cast<uintptr_t>(Code) & ~(Page - 1);
  size_t Bytes = reinterpret_cast<uintptr_t>(Code) + sizeof Jump - Begin;
  auto *Pages = reinterpret_cast<void *>(Begin);
  if (mprotect(Pages, Bytes, PROT_READ | PROT_WRITE | PROT_EXEC))
    return;
  std::memcpy(Code, Jump, sizeof Jump);
  mprotect(Pages, Bytes, PROT_READ | PROT_EXEC);
}

} // namespace chv
