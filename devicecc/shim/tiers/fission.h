// Makes the code that runs all threads of a block, region by region.
#pragma once
#include "tiers/slots.h"

namespace chv {

// Puts loops over threads round each region. `Masks`: the processor has vectors with masks.
void runByRegions(ThreadCode &Code, const Regions &Cut, const Slots &Kept, const BlockShape &Shape, bool Masks);

} // namespace chv
