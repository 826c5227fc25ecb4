// Not in the embedded headers: including it says so.
#error `cuda_gl_interop.h` (graphics) is not in Chevron yet
