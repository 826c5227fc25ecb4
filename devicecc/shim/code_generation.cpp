// LLVM's passes and code generation, guarded. The module and the machine come from Rust, through LLVM's C API.
#include "chevron_shim.h"
#include "guard.h"
#include "text.h"
#include "llvm-c/Core.h"
#include "llvm-c/Error.h"
#include "llvm-c/Transforms/PassBuilder.h"

static int outcome(bool Survived, std::string Crash, bool Good, std::string Message, chv_text **Error) {
  if (Survived && Good)
    return CHV_GOOD;
  *Error = new chv_text{Survived ? std::move(Message) : std::move(Crash)};
  return Survived ? CHV_FAILED : CHV_CRASHED;
}

int chv_run_passes(LLVMModuleRef Module, LLVMTargetMachineRef Machine, chv_span Passes, chv_text **Error) {
  std::string Pipeline(Passes.data, Passes.size), Crash, Message;
  LLVMErrorRef Failure = nullptr;
  bool Survived = chv::guarded(
      [&] {
        LLVMPassBuilderOptionsRef Options = LLVMCreatePassBuilderOptions();
        Failure = LLVMRunPasses(Module, Pipeline.c_str(), Machine, Options);
        LLVMDisposePassBuilderOptions(Options);
      },
      &Crash);
  bool Good = Survived && !Failure;
  if (Survived && Failure) {
    char *Text = LLVMGetErrorMessage(Failure);
    Message = Text;
    LLVMDisposeErrorMessage(Text);
  }
  return outcome(Survived, std::move(Crash), Good, std::move(Message), Error);
}

int chv_generate_code(LLVMModuleRef Module, LLVMTargetMachineRef Machine, int Assembly, LLVMMemoryBufferRef *Code,
                      chv_text **Error) {
  std::string Crash, Message;
  LLVMBool Failed = 0;
  char *Text = nullptr;
  bool Survived = chv::guarded(
      [&] {
        Failed = LLVMTargetMachineEmitToMemoryBuffer(Machine, Module, Assembly ? LLVMAssemblyFile : LLVMObjectFile, &Text, Code);
      },
      &Crash);
  if (Survived && Failed) {
    Message = Text;
    LLVMDisposeMessage(Text);
  }
  return outcome(Survived, std::move(Crash), Survived && !Failed, std::move(Message), Error);
}
