// One block of OS threads that provides the device primitives to code compiled by `clang -fcuda-is-device` and linked in. Slow and simple:
// every collective is a rendezvous of the lanes of its mask.
#pragma once

// Runs `body` once in each of `threads` threads of block `index` of `blocks` and returns when all have ended.
void run_block(unsigned threads, void (*body)(void *), void *argument, unsigned index = 0, unsigned blocks = 1);

// What `__chv_sync_active_mask` gives to this thread from now on: OS threads cannot know who stands where they stand.
extern "C" void set_active(unsigned long long mask);
