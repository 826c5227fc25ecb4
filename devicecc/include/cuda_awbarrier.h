// Not in the embedded headers: including it says so.
#error `cuda_awbarrier.h` (arrive-wait barriers) is not in Chevron yet
