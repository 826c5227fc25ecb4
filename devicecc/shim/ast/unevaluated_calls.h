// Operands that are never evaluated may name functions of the other side.
#pragma once

namespace chv {

// From now on, in this process. Where the system does not let code be changed, clang refuses such operands as it always does.
void allowUnevaluatedCalls();

} // namespace chv
