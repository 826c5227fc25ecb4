//# pair, tuple, optional, variant and complex numbers show what they hold.
#include <tuple>
#include <optional>
#include <variant>
#include <complex>
#include <string>
std::pair<int, std::string>{1, "one"}
//= (std::pair<int, std::string>) (1, "one")
std::tuple<int, double, const char *>{1, 2.5, "three"}
//= (std::tuple<int, double, const char *>) (1, 2.5, "three")
std::tuple<>{}
//= (std::tuple<>) ()
std::optional<int>{5}
//= (std::optional<int>) 5
std::optional<int>{}
//= (std::optional<int>) nullopt
std::variant<int, std::string> either = "text"; either
//= (std::variant<int, std::string>) "text"
either = 4; either
//= (std::variant<int, std::string>) 4
std::variant<std::monostate, int>{}
//= (std::variant<std::monostate, int>) std::monostate
std::complex<double>{1.5, -2}
//= (std::complex<double>) (1.5, -2)
std::optional<std::pair<int, int>>{{1, 2}}
//= (std::optional<std::pair<int, int>>) (1, 2)
