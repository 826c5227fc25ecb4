//# NVTX's headers under the names that older programs include: marks and names do nothing.
#include <nvToolsExt.h>
#include <nvToolsExtCuda.h>
#include <nvToolsExtCudaRt.h>
nvtxNameCuDeviceA(0, "first"); nvtxNameCudaStream(0, "default"); nvtxRangePushA("work"); nvtxRangePop()
//= (int) -2
