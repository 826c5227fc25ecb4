// Not in the embedded headers: including it says so.
#error `surface_indirect_functions.h` (surfaces) is not in Chevron yet
