// Not in the embedded headers: including it says so.
#error `texture_types.h` (textures) is not in Chevron yet
