#pragma once
__device__ float scaled(float x) { return x * 5; }
