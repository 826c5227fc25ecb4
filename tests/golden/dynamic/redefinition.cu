//# A parent follows its child: who is launched is the newest, as for the host's launches; %undo brings the older one back.
//@ devices = ["cpu"]
__global__ void child(int i) { printf("first child %d\n", i); }
__global__ void parent() { child<<<1, 1>>>(7); }
parent<<<1, 1>>>();
//= first child 7
__global__ void child(int i) { printf("second child %d\n", i); }
parent<<<1, 1>>>();
//= second child 7
%undo
//? note: cell 5 is taken back: `parent<<<1, 1>>>();`
%undo
//? note: cell 4 is taken back: `child` (that of cell 1 is back)
parent<<<1, 1>>>();
//= first child 7
// Declared first, defined later.
__global__ void late(int i);
__global__ void early() { late<<<1, 1>>>(1); }
early<<<1, 1>>>();
//? error: cell 7: kernel `late` <<<(1,1,1), (1,1,1)>>>: cudaErrorInvalidDeviceFunction
//?   it is declared, and no cell defines it
//?   launched by kernel `early` at cell 6 line 1
__global__ void late(int i) { printf("late %d\n", i); }
early<<<1, 1>>>();
//= late 1
