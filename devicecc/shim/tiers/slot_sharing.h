// Slots that hold the same value for each thread become one.
#pragma once
#include "tiers/slots.h"

namespace chv {

// A sum that a loop carries lies in one slot for its next round and in another one for what comes behind it; each is memory that every round would write.
void shareSlots(llvm::Function &Kernel, llvm::MapVector<llvm::AllocaInst *, Slot> &Made);

} // namespace chv
