// Not in the embedded headers: including it says so.
#error `mma.h` (tensor core matrices) is not in Chevron yet
