// Not in the embedded headers: including it says so.
#error `cuda_pipeline.h` (asynchronous copies) is not in Chevron yet
