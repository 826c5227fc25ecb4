// Not in the embedded headers: including it says so.
#error `surface_types.h` (surfaces) is not in Chevron yet
