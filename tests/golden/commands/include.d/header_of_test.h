#pragma once
inline int from_header() { return 17; }
