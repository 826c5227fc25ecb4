//# A type with an `operator<<` for streams is shown by it.
#include <ostream>
struct Version { int major, minor; }; std::ostream &operator<<(std::ostream &out, const Version &v) { return out << 'v' << v.major << '.' << v.minor; }
Version{2, 10}
//= (Version) v2.10
#include <optional>
std::optional<Version>{{1, 0}}
//= (std::optional<Version>) v1.0
