//# Members of a graph node's parameters for what Chevron does not have are errors that say so, at the line.
//@ devices = ["cpu"]
cudaGraphNodeParams node = {cudaGraphNodeTypeExtSemaphoreWait};
node.extSemWait.numExtSems = 1;
//? cell 2:1:6: error: 'extSemWait' is unavailable: `cudaGraphNodeParams::extSemWait` (external semaphores) is not in Chevron yet
//?     1 | node.extSemWait.numExtSems = 1;
//?       |      ^
node.extSemSignal
//? cell 2:1:6: error: 'extSemSignal' is unavailable: `cudaGraphNodeParams::extSemSignal` (external semaphores) is not in Chevron yet
//?     1 | node.extSemSignal
//?       |      ^
node.kernel.sharedMemBytes = 4;
sizeof(node)
//= (unsigned long) 256
