#include "ptx/ptx.h"
#include "ptx/ptx_statement.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace chv {

static bool usesCarry(const PtxText &Text) {
  return any_of(Text.Instructions, [](const PtxInstruction &Each) {
    if (Each.Words.empty())
      return false;
    StringRef Name = Each.Words.front();
    return is_contained({"addc", "subc", "madc"}, Name) || is_contained(Each.Words, "cc");
  });
}

// A comment of PTX's, so that what is left is PTX as before.
static constexpr StringRef ReasonMark = "\n// chevron: ", InstructionMark = "\n// of:";

static void keepProblem(CallInst &Statement, const PtxProblem &Problem) {
  const auto *Asm = cast<InlineAsm>(Statement.getCalledOperand());
  std::string Template = (Asm->getAsmString() + ReasonMark + Problem.Reason + InstructionMark + " " + Problem.Instruction).str();
  Statement.setCalledOperand(InlineAsm::get(Asm->getFunctionType(), Template, Asm->getConstraintString(), Asm->hasSideEffects(),
                                            Asm->isAlignStack(), Asm->getDialect(), Asm->canThrow()));
}

namespace {

// The statements of one function, in their order: a carry goes from one to the next.
class Translation {
public:
  Translation(Function &Around, unsigned WarpLanes) : Around(Around), WarpLanes(WarpLanes) {}

  void run() {
    SmallVector<CallInst *, 8> Statements;
    for (Instruction &I : instructions(Around))
      if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->isInlineAsm())
        Statements.push_back(Call);
    for (CallInst *Statement : Statements)
      translate(*Statement);
  }

private:
  Function &Around;
  unsigned WarpLanes;
  AllocaInst *Carry = nullptr;

  void translate(CallInst &Statement) {
    std::string Written = ptxAsWritten(cast<InlineAsm>(Statement.getCalledOperand())->getAsmString());
    if (StringRef(Written).trim().empty())
      return;
    Expected<PtxText> Text = readPtx(Written);
    if (!Text)
      return keepProblem(Statement, {"", toString(Text.takeError())});
    bool UsesCarry = usesCarry(*Text);
    SmallVector<Type *, 8> Types;
    SmallVector<Value *, 8> Arguments(Statement.args());
    for (Value *Each : Arguments)
      Types.push_back(Each->getType());
    if (UsesCarry)
      Types.push_back(PointerType::get(Around.getContext(), 0));
    auto *Body = Function::Create(FunctionType::get(Statement.getType(), Types, false), GlobalValue::InternalLinkage, "__chv_ptx", Around.getParent());
    PtxProblem Problem = PtxStatement(Statement, *Text, *Body, UsesCarry, Carry != nullptr, WarpLanes).run();
    if (!Problem.empty()) {
      Body->eraseFromParent();
      return keepProblem(Statement, Problem);
    }
    if (UsesCarry)
      Arguments.push_back(carry());
    put(Statement, *Body, Arguments);
  }

  AllocaInst *carry() {
    if (!Carry) {
      IRBuilder<> Entry(&*Around.getEntryBlock().getFirstInsertionPt());
      Carry = Entry.CreateAlloca(Entry.getInt8Ty());
      Entry.CreateStore(Entry.getInt8(0), Carry);
    }
    return Carry;
  }

  static void put(CallInst &Statement, Function &Body, ArrayRef<Value *> Arguments) {
    CallInst *Call = CallInst::Create(&Body, Arguments, "", Statement.getIterator());
    Call->setDebugLoc(Statement.getDebugLoc());
    Statement.replaceAllUsesWith(Call);
    Statement.eraseFromParent();
    InlineFunctionInfo Info;
    bool Done = InlineFunction(*Call, Info).isSuccess();
    assert(Done && "a body of plain blocks");
    (void)Done;
    Body.eraseFromParent();
  }
};

} // namespace

void translatePtx(Module &Module, unsigned WarpLanes) {
  SmallVector<Function *, 16> Functions;
  for (Function &Each : Module)
    if (!Each.isDeclaration())
      Functions.push_back(&Each);
  for (Function *Each : Functions)
    Translation(*Each, WarpLanes).run();
}

PtxProblem ptxProblem(StringRef Template) {
  auto [Whole, Kept] = Template.split(ReasonMark);
  auto [Reason, Instruction] = Kept.split(InstructionMark);
  if (!Instruction.trim().empty())
    return {Instruction.trim().str() + ";", Reason.str()};
  return {StringRef(ptxAsWritten(Whole)).trim().str(), Reason.str()};
}

} // namespace chv
