//# A parent follows its child: who is launched is the newest, as for the host's launches; %undo brings the older one back.
//@ devices = ["cpu", "cuda"]
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
