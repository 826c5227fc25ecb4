#pragma once
#error "`hip/hip_gl_interop.h` is not in Chevron yet"
