// Not in the embedded headers: including it says so.
#error `texture_indirect_functions.h` (textures) is not in Chevron yet
