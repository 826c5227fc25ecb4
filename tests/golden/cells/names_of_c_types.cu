//# A value's type has the name that its function gives it, also in a header in C.
extern "C" {
typedef enum device_error { DEVICE_OK, DEVICE_LOST = 4 } device_status;
typedef struct device *device_handle;
inline device_status device_open(int number) { return number ? DEVICE_LOST : DEVICE_OK; }
inline device_handle device_find() { return nullptr; }
}
device_open(2)
//= (device_status) DEVICE_LOST
device_find()
//= (device_handle) nullptr
