#include "emission/debugger.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace chv {

// Is it in a header of Chevron's or of the system?
static bool isOfLibrary(const DISubprogram &Of) {
  StringRef Name = Of.getFilename();
  return Name.starts_with("/chevron/include/") || Name.starts_with("/usr/");
}

namespace {

// A variable of CUDA's, and what its members' primitives begin with.
struct BuiltIn {
  StringLiteral Name;
  StringLiteral Primitive;
};

} // namespace

static constexpr BuiltIn BuiltIns[] = {
    {"threadIdx", "__chv_tid_"}, {"blockIdx", "__chv_ctaid_"}, {"blockDim", "__chv_ntid_"}, {"gridDim", "__chv_nctaid_"}};

static constexpr unsigned Axes = 3;

// `uint3`, as a debugger shows it.
static DIType *vectorType(DIBuilder &Builder, DIFile *File) {
  DIType *Number = Builder.createBasicType("unsigned int", 32, dwarf::DW_ATE_unsigned);
  SmallVector<Metadata *, Axes> Members;
  for (unsigned Axis = 0; Axis < Axes; ++Axis)
    Members.push_back(Builder.createMemberType(File, StringRef("xyz").substr(Axis, 1), File, 0, 32, 32, Axis * 32, DINode::FlagZero, Number));
  return Builder.createStructType(File, "uint3", File, 0, Axes * 32, 32, DINode::FlagZero, nullptr, Builder.getOrCreateArray(Members));
}

// CUDA's variables are no memory, so a debugger could not read them. Each function gets copies of its own.
static void addBuiltIns(Function &Into, DIBuilder &Builder) {
  Module &Home = *Into.getParent();
  DISubprogram *Told = Into.getSubprogram();
  DIType *Type = vectorType(Builder, Told->getFile());
  // What has no place is part of how the function begins: breakpoints are set behind that.
  auto HasPlace = [](const Instruction &I) { return I.getDebugLoc() && I.getDebugLoc().getLine() != 0; };
  BasicBlock &Entry = Into.getEntryBlock();
  auto First = find_if(Entry, HasPlace);
  IRBuilder<> Code(First == Entry.end() ? Entry.getTerminator() : &*First);
  Code.SetCurrentDebugLocation(DebugLoc());
  DILocation *Place = DILocation::get(Into.getContext(), Told->getLine(), 0, Told);
  IntegerType *Number = Code.getInt32Ty();
  auto *Vector = ArrayType::get(Number, Axes);
  for (const BuiltIn &It : BuiltIns) {
    AllocaInst *Copy = Code.CreateAlloca(Vector);
    for (unsigned Axis = 0; Axis < Axes; ++Axis) {
      FunctionCallee Read = Home.getOrInsertFunction((It.Primitive + Twine("xyz"[Axis])).str(), Number);
      Code.CreateStore(Code.CreateCall(Read), Code.CreateConstInBoundsGEP2_32(Vector, Copy, 0, Axis));
    }
    DILocalVariable *Variable = Builder.createAutoVariable(Told, It.Name, Told->getFile(), Told->getLine(), Type, /*AlwaysPreserve=*/true);
    Builder.insertDeclare(Copy, Variable, Builder.createExpression(), Place, Code.GetInsertPoint());
  }
}

void keepForDebugger(Module &Of) {
  if (Of.debug_compile_units().empty())
    return;
  DIBuilder Builder(Of, /*AllowUnresolved=*/true, *Of.debug_compile_units_begin());
  for (Function &F : Of) {
    const DISubprogram *Told = F.getSubprogram();
    if (F.isDeclaration() || !Told || Told->isArtificial() || isOfLibrary(*Told))
      continue;
    F.removeFnAttr(Attribute::AlwaysInline);
    F.addFnAttr(Attribute::NoInline);
    F.addFnAttr(Attribute::OptimizeNone);
    addBuiltIns(F, Builder);
  }
  Builder.finalize();
}

} // namespace chv
