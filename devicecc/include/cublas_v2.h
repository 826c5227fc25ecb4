// Not in the embedded headers: including it says so.
#error cuBLAS is not in Chevron yet
