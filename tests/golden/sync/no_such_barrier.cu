//# A block has sixteen barriers: another number is an error with its line.
//@ devices = ["cpu"]
//@ mistakes = true
__global__ void many(unsigned id) { __barrier_sync_count(id, 32); }
many<<<1, 32>>>(15);
many<<<1, 32>>>(16);
//? error: cell 3: kernel `many` <<<(1,1,1), (32,1,1)>>>: cudaErrorLaunchFailure at block (0,0,0), thread (0,0,0)
//?   barrier 16 does not exist: a block has barriers 0 to 15 at cell 1 line 1
