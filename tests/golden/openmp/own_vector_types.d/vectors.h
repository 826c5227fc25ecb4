#ifdef _OPENMP
typedef struct { double x, y, z; } double3;
#endif
inline double sum(double3 v) { return v.x + v.y + v.z; }
