// Not in the embedded headers: including it says so.
#error Thrust is not in Chevron yet
