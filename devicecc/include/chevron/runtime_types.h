// Types of the runtime API.
#pragma once
#include "../vector_types.h"
typedef struct CUstream_st *cudaStream_t;
typedef enum cudaError { cudaSuccess = 0 } cudaError_t;
