// Types of the standard library.
//@ c++17 c++20
#include "executor.h"
#include <any>
#include <array>
#include <atomic>
#include <bitset>
#include <chrono>
#include <complex>
#include <deque>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <stack>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

static void ranges() {
  SHOW(std::vector<int>{1, 2, 3});
  SHOW(std::vector<float>{1.5f, 2, 1e10f});
  SHOW(std::vector<int>{});
  std::vector<int> many(1000);
  std::iota(many.begin(), many.end(), 0);
  SHOW(many);
  SHOW(std::vector<bool>{true, false});
  SHOW(std::vector<bool>{true, false}[0]);
  SHOW(std::vector<std::vector<std::string>>{{"a"}, {}, {"b", "c"}});
  SHOW(std::array<double, 2>{{0.5, 1}});
  SHOW(std::deque<char>{'a', 'b'});
  SHOW(std::list<int>{1, 2});
  SHOW(std::forward_list<int>(70, 9));
  SHOW(std::set<std::string>{"x", "y"});
  SHOW(std::map<std::string, int>{{"a", 1}, {"b", 2}});
  SHOW(std::unordered_map<int, std::vector<int>>{{1, {2, 3}}});
  SHOW(std::multimap<int, char>{{1, 'a'}, {1, 'b'}});
  SHOW(std::initializer_list<int>{1, 2});
  SHOW(std::stack<int>(std::deque<int>{1, 2}));
  SHOW(std::priority_queue<int>({}, std::vector<int>{3}));
  const std::vector<int> fixed{1};
  SHOW(fixed);
  int matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
  SHOW(matrix);
  std::vector<std::vector<int>> large(100, std::vector<int>(1000, 123456789));
  chevron::display::Output out;
  out.value(large).text("", 1);
  std::printf("a large value: full %d, %.30s\n", out.full(), out.data());
}

static void holders() {
  SHOW(std::string("he said \"hi\""));
  SHOW(std::string("zero \0 inside", 13));
  SHOW(std::string_view("view"));
  SHOW(std::wstring(L"weit"));
  SHOW(std::u16string(u"sechzehn"));
  SHOW(std::pair<int, std::string>(1, "x"));
  SHOW(std::tuple<int, float, char>(1, 2.5f, 'c'));
  SHOW(std::tuple<>());
  SHOW(std::optional<int>(4));
  SHOW(std::optional<float>(0.5f));
  SHOW(std::optional<int>());
  SHOW(std::optional<std::optional<int>>(std::optional<int>()));
  SHOW(std::variant<int, std::string>("alternative"));
  SHOW(std::variant<std::monostate, int>());
  SHOW(std::complex<double>(1, -2.5));
  SHOW(std::unique_ptr<int>());
  SHOW(std::atomic<int>(3));
  SHOW(std::bitset<5>(6));
  SHOW(std::chrono::milliseconds(5));
  SHOW(std::chrono::duration<double>(0.25));
  SHOW(std::chrono::duration<int, std::ratio<2, 3>>(4));
  SHOW(std::function<void()>());
  SHOW(std::function<void()>([] {}));
  SHOW(std::any());
  SHOW(std::any(1));
  SHOW(std::runtime_error("it broke"));
  int referred = 5;
  SHOW(std::ref(referred));
  SHOW(std::less<int>());
  SHOW([] {});
}

// Addresses differ from run to run, so only what surrounds them is compared.
template <class T> void show_without_address(const T &value) {
  chevron::display::Output out;
  out.value(value).text("", 1);
  const char *text = out.data();
  while (*text) {
    if (std::strncmp(text, "0x", 2) == 0) {
      std::printf("ADDRESS");
      text += 2 + std::strspn(text + 2, "0123456789abcdef");
    } else {
      std::putchar(*text++);
    }
  }
  std::putchar('\n');
}

struct Node {
  int value;
  std::unique_ptr<Node> next;
};

static void addresses() {
  show_without_address(std::make_unique<int>(42));
  show_without_address(std::make_shared<std::string>("shared"));
  show_without_address(std::weak_ptr<int>(std::make_shared<int>(1)));
  std::shared_ptr<int> owner = std::make_shared<int>(7);
  show_without_address(std::weak_ptr<int>(owner));
  show_without_address(std::unique_ptr<int[]>(new int[3]));
  show_without_address(std::unique_ptr<FILE, int (*)(FILE *)>(nullptr, std::fclose));
  std::mutex mutex;
  show_without_address(mutex);
  show_without_address(std::vector<std::shared_ptr<int>>{owner, nullptr});
  Node chain{0, nullptr};
  for (int i = 1; i < 100; ++i)
    chain = Node{i, std::make_unique<Node>(std::move(chain))};
  show_without_address(chain);
  while (chain.next) {
    Node rest = std::move(*chain.next);
    chain = std::move(rest);
  }
}

int main() {
  ranges();
  holders();
  addresses();
}
