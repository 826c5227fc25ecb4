// Not in the embedded headers: including it says so.
#error CUB is not in Chevron yet
