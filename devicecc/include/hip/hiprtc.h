#pragma once
#error "`hip/hiprtc.h` is not in Chevron yet"
