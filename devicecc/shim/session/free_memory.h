// Memory that the allocator keeps after much has been freed, and that other processes could use.
#pragma once

namespace chv {

// Gives free memory back to the system; `IfGrown`: only if the process has become larger by what is worth it since the last time. Each AST is made by a
// thread of its own, and the allocator keeps what each of them leaves behind for another thread that may come to the same part of its memory.
void giveBack(bool IfGrown);

} // namespace chv
