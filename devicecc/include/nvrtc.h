// Not in the embedded headers: including it says so.
#error `nvrtc.h` (run-time compilation) is not in Chevron yet
