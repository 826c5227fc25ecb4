// PTX's instructions: one function each, which makes LLVM's instructions of it.
#pragma once
#include "ptx/ptx_statement.h"

namespace chv::ptx {

// Translates the instruction that a statement is at.
using Handler = void (*)(PtxStatement &);
// Null if Chevron does not know the instruction.
Handler handlerOf(llvm::StringRef Name);

// Integers and bits.
void move(PtxStatement &S);
void addOrSubtract(PtxStatement &S);
void multiply(PtxStatement &S);
void divide(PtxStatement &S);
void logic(PtxStatement &S);
void invert(PtxStatement &S);
void shift(PtxStatement &S);
void funnelShift(PtxStatement &S);
void logicOfThree(PtxStatement &S);
void permuteBytes(PtxStatement &S);
void extractField(PtxStatement &S);
void insertField(PtxStatement &S);
void countBits(PtxStatement &S);
void findBit(PtxStatement &S);
void smallest(PtxStatement &S);
void magnitude(PtxStatement &S);
void absoluteDifference(PtxStatement &S);
void bytesDifference(PtxStatement &S);
void dotProduct(PtxStatement &S);
void select(PtxStatement &S);
void compare(PtxStatement &S);

// Floating point.
// `.ftz`: a subnormal number is zero, of its sign.
llvm::Value *flushed(PtxStatement &S, llvm::Value *From, bool Flush);
// Leaves a float in the first operand.
void writeFloat(PtxStatement &S, PtxType Type, llvm::Value *Made, bool Flush, bool Saturate);
// An instruction of two floats.
void floatSum(PtxStatement &S, llvm::Value *Left, llvm::Value *Right, PtxType Type, llvm::StringRef Name);
void fused(PtxStatement &S);
void special(PtxStatement &S);
void convert(PtxStatement &S);

// Memory.
void load(PtxStatement &S);
void store(PtxStatement &S);
void atomic(PtxStatement &S);
void fence(PtxStatement &S);
void nothing(PtxStatement &S);
void addressOf(PtxStatement &S);
void isShared(PtxStatement &S);

// The thread, its warp and its block.
// The value of a register such as `%tid.x`; null if it is not known.
llvm::Value *specialRegister(PtxStatement &S, llvm::StringRef Name);
void shuffle(PtxStatement &S);
void vote(PtxStatement &S);
void barrier(PtxStatement &S);
void reduceLanes(PtxStatement &S);
void activeLanes(PtxStatement &S);
void sleep(PtxStatement &S);
void trap(PtxStatement &S);

} // namespace chv::ptx
