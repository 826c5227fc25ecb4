//# Values and types of the driver API have their names, those of the runtime API's own too.
#include <cuda.h>
CUstreamAttrValue value = {}; value.syncPolicy = CU_SYNC_POLICY_YIELD; CUsynchronizationPolicy policy = value.syncPolicy; policy == CU_SYNC_POLICY_YIELD
//= (bool) true
value.accessPolicyWindow = CUaccessPolicyWindow{nullptr, 0, 0.5f, CU_ACCESS_PROPERTY_NORMAL, CU_ACCESS_PROPERTY_STREAMING}; value.accessPolicyWindow.missProp == CU_ACCESS_PROPERTY_STREAMING
//= (bool) true
CUgraphExecUpdateResultInfo info = {}; CUgraphExecUpdateResult result = info.result; result == CU_GRAPH_EXEC_UPDATE_SUCCESS
//= (bool) true
void *host; cuMemHostAlloc(&host, 64, CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP)
//= (CUresult) CUDA_SUCCESS
CUevent event; cuEventCreate(&event, CU_EVENT_DEFAULT); cuEventRecordWithFlags(event, CU_STREAM_PER_THREAD, CU_EVENT_RECORD_DEFAULT)
//= (CUresult) CUDA_SUCCESS
cuStreamWaitEvent(CU_STREAM_LEGACY, event, CU_EVENT_WAIT_DEFAULT)
//= (CUresult) CUDA_SUCCESS
CUjitInputType kind = CU_JIT_INPUT_PTX; (int)kind
//= (int) 1
cudaTextureType2D + cudaSurfaceType3D
//= (int) 5
