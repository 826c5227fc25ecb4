// Not in the embedded headers: including it says so.
#error `channel_descriptor.h` (textures) is not in Chevron yet
