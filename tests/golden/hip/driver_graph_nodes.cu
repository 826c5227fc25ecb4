//# Copies and fills of a graph, as the driver interface describes them.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
#include <hip/hip_runtime.h>
int *a, *b; hipMallocManaged(&a, 64); hipMallocManaged(&b, 64);
hipGraph_t graph; hipGraphCreate(&graph, 0);
HIP_MEMSET_NODE_PARAMS fill = {a, 0, 7, 4, 16, 1};
hipGraphNode_t first, second;
hipDrvGraphAddMemsetNode(&first, graph, nullptr, 0, &fill, nullptr)
//= (hipError_t) hipSuccess
HIP_MEMCPY3D copy = {};
copy.srcMemoryType = copy.dstMemoryType = hipMemoryTypeDevice;
copy.srcDevice = a; copy.dstDevice = b; copy.WidthInBytes = 32; copy.Height = copy.Depth = 1;
hipDrvGraphAddMemcpyNode(&second, graph, &first, 1, &copy, nullptr)
//= (hipError_t) hipSuccess
hipGraphExec_t exec;
hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0)
//= (hipError_t) hipSuccess
hipGraphLaunch(exec, 0)
//= (hipError_t) hipSuccess
hipDeviceSynchronize()
//= (hipError_t) hipSuccess
b[0] == 7 && b[7] == 7 && b[8] == 0
//= (bool) true
HIP_MEMCPY3D found;
hipDrvGraphMemcpyNodeGetParams(second, &found)
//= (hipError_t) hipSuccess
found.srcDevice == a && found.dstDevice == b && found.WidthInBytes == 32
//= (bool) true
fill.value = 9;
hipDrvGraphExecMemsetNodeSetParams(exec, first, &fill, nullptr)
//= (hipError_t) hipSuccess
copy.WidthInBytes = 64;
hipDrvGraphExecMemcpyNodeSetParams(exec, second, &copy, nullptr)
//= (hipError_t) hipSuccess
hipGraphLaunch(exec, 0)
//= (hipError_t) hipSuccess
hipDeviceSynchronize()
//= (hipError_t) hipSuccess
b[0] == 9 && b[15] == 9
//= (bool) true
hipDrvGraphAddMemsetNode(&first, graph, nullptr, 0, nullptr, nullptr)
//= (hipError_t) hipErrorInvalidValue
hipDrvGraphAddMemcpyNode(&first, graph, nullptr, 0, nullptr, nullptr)
//= (hipError_t) hipErrorInvalidValue
// A node of the runtime interface counts an array's elements, this one bytes.
hipArray_t array; hipChannelFormatDesc format = hipCreateChannelDesc<float>(); hipMallocArray(&array, &format, 8, 1)
//= (hipError_t) hipSuccess
hipMemcpy3DParms parms = {}; parms.srcPtr = make_hipPitchedPtr(a, 32, 8, 1); parms.dstArray = array; parms.dstPos.x = 2; parms.extent = {4, 1, 1}; parms.kind = hipMemcpyDefault;
hipGraphNode_t third; hipGraphAddMemcpyNode(&third, graph, nullptr, 0, &parms)
//= (hipError_t) hipSuccess
hipDrvGraphMemcpyNodeGetParams(third, &found)
//= (hipError_t) hipSuccess
found.dstMemoryType == hipMemoryTypeArray && found.dstArray == array && found.dstXInBytes == 8 && found.WidthInBytes == 16
//= (bool) true
