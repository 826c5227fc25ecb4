//# Members of a graph node's parameters for what Chevron does not have are errors that say so, at the line.
//@ devices = ["cpu"]
cudaGraphNodeParams node = {cudaGraphNodeTypeConditional};
node.conditional.size = cudaGraphCondAssignDefault;
//? cell 2:1:6: error: 'conditional' is unavailable: `cudaGraphNodeParams::conditional` (conditional nodes of graphs) is not in Chevron yet
//?     1 | node.conditional.size = cudaGraphCondAssignDefault;
//?       |      ^
node.conditional.phGraph_out
//? cell 2:1:6: error: 'conditional' is unavailable: `cudaGraphNodeParams::conditional` (conditional nodes of graphs) is not in Chevron yet
//?     1 | node.conditional.phGraph_out
//?       |      ^
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
