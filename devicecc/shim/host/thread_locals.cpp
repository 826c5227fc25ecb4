#include "host/thread_locals.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Mangle.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace clang;

namespace chv {

namespace {

class ThreadLocals {
public:
  ThreadLocals(Frontend &Host, llvm::Module &Module)
      : Host(Host), Module(Module), Builder(Module.getContext()), Names(Host.ast().createMangleContext()) {}

  void share() {
    for (llvm::GlobalVariable &Variable : Module.globals()) {
      const auto *Declared = llvm::dyn_cast_or_null<VarDecl>(Variable.isThreadLocal() ? Host.declarationOf(Variable.getName()) : nullptr);
      // One that a library defines is clang's alone.
      if (!Declared || !Declared->isFileVarDecl() || !Declared->getDefinition() || !isOurs(*Declared))
        continue;
      llvm::Function &Address = addressFunction(Variable, *Declared);
      reachThrough(Address, Variable);
    }
  }

private:
  bool isOurs(const VarDecl &Declared) const {
    return Host.redeclarations().isOfSession(Declared) || !Declared.isExternallyVisible();
  }

  // Clang has made a function that initializes the variable first, in each module that uses the variable, unless it is a constant. Only where
  // the variable is defined it knows for sure what to call.
  llvm::Function &addressFunction(llvm::GlobalVariable &Variable, const VarDecl &Declared) {
    auto &Mangler = llvm::cast<ItaniumMangleContext>(*Names);
    auto mangled = [](auto Mangle) {
      std::string Name;
      llvm::raw_string_ostream Stream(Name);
      Mangle(Stream);
      return Name;
    };
    llvm::Function *Made = Module.getFunction(mangled([&](auto &Out) { Mangler.mangleItaniumThreadLocalWrapper(&Declared, Out); }));
    std::string Name = (Variable.getName() + ThreadAddressSuffix).str();
    if (!Made)
      Made = makeAddressFunction(Name, Variable);
    Made->setName(Name);
    Made->setComdat(nullptr);
    Made->setDSOLocal(false);
    Made->setVisibility(llvm::GlobalValue::DefaultVisibility);
    if (Variable.isDeclaration())
      Made->deleteBody();
    Made->setLinkage(Variable.isDeclaration() ? llvm::GlobalValue::ExternalLinkage : llvm::GlobalValue::WeakODRLinkage);
    // Nothing but that function calls what initializes the variable.
    std::string Initializer = mangled([&](auto &Out) { Mangler.mangleItaniumThreadLocalInit(&Declared, Out); });
    if (llvm::GlobalAlias *Initialize = Module.getNamedAlias(Initializer))
      Initialize->setLinkage(llvm::GlobalValue::InternalLinkage);
    return *Made;
  }

  llvm::Function *makeAddressFunction(llvm::StringRef Name, llvm::GlobalVariable &Variable) {
    auto *Type = llvm::FunctionType::get(Builder.getPtrTy(), false);
    auto *Made = llvm::Function::Create(Type, llvm::GlobalValue::ExternalLinkage, Name, Module);
    Builder.SetInsertPoint(llvm::BasicBlock::Create(Module.getContext(), "", Made));
    if (llvm::Function *Initialize = Module.getFunction("__tls_init"); Initialize && !Variable.isDeclaration())
      Builder.CreateCall(Initialize);
    Builder.CreateRet(Builder.CreateThreadLocalAddress(&Variable));
    return Made;
  }

  void reachThrough(llvm::Function &Address, llvm::GlobalVariable &Variable) {
    for (llvm::User *User : llvm::make_early_inc_range(Variable.users())) {
      auto *Direct = llvm::dyn_cast<llvm::IntrinsicInst>(User);
      if (!Direct || Direct->getIntrinsicID() != llvm::Intrinsic::threadlocal_address || Direct->getFunction() == &Address)
        continue;
      // Clang's own functions initialize this variable, not a newer one.
      if (!Variable.isDeclaration() && !Host.declarationOf(Direct->getFunction()->getName()))
        continue;
      Builder.SetInsertPoint(Direct);
      Direct->replaceAllUsesWith(Builder.CreateCall(&Address));
      Direct->eraseFromParent();
    }
  }

  Frontend &Host;
  llvm::Module &Module;
  llvm::IRBuilder<> Builder;
  std::unique_ptr<MangleContext> Names;
};

} // namespace

void shareThreadLocals(Frontend &Host, llvm::Module &Module) {
  bool Any = llvm::any_of(Module.globals(), [](const llvm::GlobalVariable &Variable) { return Variable.isThreadLocal(); });
  if (Any)
    ThreadLocals(Host, Module).share();
}

} // namespace chv
