// Tables of ranges, of classes' members, and of rows of numbers. Included by `display.h`.
#pragma once

namespace chevron {

namespace wire {
struct Grid {
  const Part *names;
  std::size_t name_count;
  const Part *cells;
  std::size_t cell_count, row_count, column_count;
};
extern "C" void __chv_display_table(const Target *__target, const Grid *__grid);
} // namespace wire

// Texts in rows and columns, made of values when it is built.
class Table {
public:
  // What is kept; how many there are is told.
  static constexpr std::size_t rows_max = 200, columns_max = 40;

  void put(const wire::Target &__target) const {
    if (problem_.found())
      return problem_.put(__target);
    shown::List<wire::Part> __names = parts(names_), __cells = parts(cells_);
    wire::Grid __grid = {__names.data(), __names.size(), __cells.data(), __cells.size(), rows_, columns_};
    wire::__chv_display_table(&__target, &__grid);
  }

  // For those who fill it.
  void name(const char *__text, std::size_t __bytes) {
    if (++columns_ <= columns_max)
      names_.push_back(Text(__text, __bytes));
  }
  void name(const char *__text) { name(__text, __builtin_strlen(__text)); }
  void name_number(std::size_t __number) {
    values::Output __out;
    __out.value(__number);
    name(__out.data(), __out.size());
  }
  void cell(const values::Output &__out) {
    if (in_row_++ < names_.size())
      cells_.push_back(Text(__out.data(), __out.size()));
  }
  // More is not kept.
  bool full() const { return rows_ >= rows_max; }
  // A row is done; one that is shorter than others is filled up.
  void end_row() {
    while (!full() && in_row_ < names_.size())
      cell(values::Output());
    in_row_ = 0;
    ++rows_;
  }
  void count_rows(std::size_t __count) { rows_ = __count; }
  Problem &problem() { return problem_; }

private:
  static shown::List<wire::Part> parts(const shown::List<Text> &__texts) {
    shown::List<wire::Part> __parts;
    for (const Text &__text : __texts)
      __parts.push_back({nullptr, __text.data(), __text.size()});
    return __parts;
  }

  shown::List<Text> names_, cells_;
  std::size_t rows_ = 0, columns_ = 0, in_row_ = 0;
  Problem problem_;
};
inline const Table &display_bundle(const Table &__table) { return __table; }

namespace shown {

// An aggregate or another class of the program's that has neither a text nor a form of its own.
template <class __Epoch, class __T> constexpr bool has_columns() {
  using namespace values::traits;
  using namespace values::forms;
  if constexpr (!__is_class(__T))
    return false;
  else
    return !is_of_library<__T> && !is_vector<__T> && !is_narrow_float<__T> && !is_complex<__T> && !has_user_show<__Epoch, __T> &&
           !has_stream<__Epoch, __T, std::ostream> && !is_range<__T>() && !is_lambda<__T>;
}

template <class __Epoch, class __T> void put_inside(values::Output &__out, __T &__value) {
  values::Inside __inside(__out);
  values::forms::render<__Epoch>(__out, __value);
}

// What clang calls with each data member of a class: a column for each, and what lies deeper is the column's text.
template <class __Epoch> struct Columns {
  Table &to;
  bool names_only;
  int &depth;
  values::Output *&open;

  void operator()(const char *__format) const { brace(__format[0] == ' '); }
  template <std::size_t __t> void operator()(const char *__format, const char (&)[__t]) const {
    if (__format[2] == '}')
      brace(false);
  }
  template <std::size_t __i, std::size_t __t> void operator()(const char *, const char (&)[__i], const char (&__base)[__t]) const { begin(__base); }
  template <std::size_t __i, std::size_t __t, std::size_t __n>
  void operator()(const char *, const char (&)[__i], const char (&)[__t], const char (&__member)[__n]) const {
    begin(__member);
  }
  template <std::size_t __i, std::size_t __t, std::size_t __n, class __T>
  void operator()(const char *, const char (&)[__i], const char (&)[__t], const char (&__member)[__n], __T &__value) const {
    whole(__member, __value);
  }
  template <std::size_t __i, std::size_t __t, std::size_t __n, class __T>
  void operator()(const char *, const char (&)[__i], const char (&)[__t], const char (&__member)[__n], __T *const &&__pointer) const {
    whole(__member, *__pointer);
  }
  template <std::size_t __i, std::size_t __t, std::size_t __n, class __T>
  void operator()(const char *, const char (&)[__i], const char (&)[__t], const char (&__member)[__n], std::size_t, const __T &__value) const {
    whole(__member, __value);
  }

private:
  // A member that follows in braces.
  void begin(const char *__name) const {
    if (depth == 1 && names_only)
      to.name(__name);
    else if (depth == 1)
      open = new values::Output;
    else if (open)
      open->text(comma()).text(__name).text(": ");
  }
  void brace(bool __opens) const {
    depth += __opens ? 1 : -1;
    if (open)
      open->text(__opens ? "{" : "}");
    if (open && depth == 1 && !__opens)
      finish();
  }
  void finish() const {
    to.cell(*open);
    delete open;
    open = nullptr;
  }
  template <class __T> void whole(const char *__name, __T &__value) const {
    begin(__name);
    if (open)
      put_inside<__Epoch>(*open, __value);
    if (open && depth == 1)
      finish();
  }
  const char *comma() const {
    std::size_t __size = open->size();
    return __size && open->data()[__size - 1] == '{' ? "" : ", ";
  }
};

template <class __Epoch, class __T> void put_columns(Table &__table, const __T &__value, bool __names_only) {
  int __depth = 0;
  values::Output *__open = nullptr;
  __builtin_dump_struct(&__value, Columns<__Epoch>{__table, __names_only, __depth, __open});
}

template <class __P> constexpr bool is_pair = false;
template <template <class, class> class __P, class __A, class __B>
constexpr bool is_pair<__P<__A, __B>> = values::traits::type_name<__P<__A, __B>>().starts_with("std::pair<");

template <class __Epoch, class __T, std::size_t... __i> void put_tuple_row(Table &__table, __T &__row, std::index_sequence<__i...>) {
  using std::get;
  auto __put = [&](auto &__value) {
    values::Output __out;
    put_inside<__Epoch>(__out, __value);
    __table.cell(__out);
  };
  (__put(get<__i>(__row)), ...);
}

template <class __Epoch, class __R> void put_number_row(Table &__table, __R &__row) {
  auto __end = last_of(__row);
  for (auto __it = first_of(__row); __it != __end; ++__it) {
    values::Output __out;
    auto &&__element = *__it;
    put_inside<__Epoch>(__out, __element);
    __table.cell(__out);
  }
}

template <class __T> constexpr bool is_inner_range() {
  if constexpr (is_range<__T>() && !values::traits::is_string<__T>)
    return !values::traits::is_string<const __T>;
  else
    return false;
}

template <class __Epoch, class __R> void put_names(Table &__table, __R &__range) {
  using __E = ElementOf<__R>;
  if constexpr (is_inner_range<__E>()) {
    std::size_t __columns = 0;
    auto __end = last_of(__range);
    for (auto __it = first_of(__range); __it != __end; ++__it) {
      std::size_t __width = 0;
      auto &&__row = *__it;
      auto __row_end = last_of(__row);
      for (auto __at = first_of(__row); __at != __row_end; ++__at)
        ++__width;
      __columns = __width > __columns ? __width : __columns;
    }
    for (std::size_t __i = 0; __i < __columns; ++__i)
      __table.name_number(__i);
  } else if constexpr (has_columns<__Epoch, __E>()) {
    auto __it = first_of(__range);
    if (__it != last_of(__range)) {
      auto &&__element = *__it;
      put_columns<__Epoch>(__table, __element, true);
    }
  } else if constexpr (is_pair<__E>) {
    __table.name(values::traits::is_map<__R> ? "key" : "first");
    __table.name(values::traits::is_map<__R> ? "value" : "second");
  } else if constexpr (values::traits::is_tuple<__E>) {
    for (std::size_t __i = 0; __i < std::tuple_size<__E>::value; ++__i)
      __table.name_number(__i);
  } else {
    __table.name("value");
  }
}

template <class __Epoch, class __E> void put_row(Table &__table, __E &__element) {
  using __P_ = __remove_cvref(__E);
  if constexpr (is_inner_range<__P_>()) {
    put_number_row<__Epoch>(__table, __element);
  } else if constexpr (has_columns<__Epoch, __P_>()) {
    put_columns<__Epoch>(__table, __element, false);
  } else if constexpr (values::traits::is_tuple<__P_>) {
    put_tuple_row<__Epoch>(__table, __element, std::make_index_sequence<std::tuple_size<__P_>::value>());
  } else {
    values::Output __out;
    put_inside<__Epoch>(__out, __element);
    __table.cell(__out);
  }
}

template <class __Epoch, class __R> Table table_of(__R &__range) {
  Table __table;
  put_names<__Epoch>(__table, __range);
  auto __end = last_of(__range);
  for (auto __it = first_of(__range); __it != __end; ++__it) {
    if (!__table.full()) {
      auto &&__element = *__it;
      put_row<__Epoch>(__table, __element);
    }
    __table.end_row();
  }
  return __table;
}

// The first elements of an array in host or device memory.
template <class __Epoch, class __T> Table table_of_memory(const __T *__from, std::size_t __count, std::size_t __columns) {
  static_assert(__is_trivially_copyable(__T), "a table of memory is of values that can be copied byte by byte");
  std::size_t __rows_there = __columns ? __count / __columns : __count, __width = __columns ? __columns : 1;
  std::size_t __kept = (__rows_there < Table::rows_max ? __rows_there : Table::rows_max) * __width;
  shown::List<unsigned char> __bytes(__kept * sizeof(__T) + alignof(__T));
  unsigned char *__place = __bytes.data() + (alignof(__T) - reinterpret_cast<std::size_t>(__bytes.data()) % alignof(__T)) % alignof(__T);
  const __T *__first = reinterpret_cast<const __T *>(__place);
  Table __table;
  values::Output __why;
  if (!values::fetch(__place, __from, __kept * sizeof(__T), __why)) {
    __table.problem().tell("table", __why);
    return __table;
  }
  struct View {
    const __T *first, *last;
    const __T *begin() const { return first; }
    const __T *end() const { return last; }
  };
  if (__columns == 0) {
    View __all = {__first, __first + __kept};
    __table = table_of<__Epoch>(__all);
  } else {
    shown::List<View> __lines;
    for (std::size_t __i = 0; __i < __kept; __i += __columns)
      __lines.push_back({__first + __i, __first + __i + __columns});
    __table = table_of<__Epoch>(__lines);
  }
  __table.count_rows(__rows_there);
  return __table;
}

} // namespace shown

// A row for each element: its data members by name if it is a class, its elements if it is a range, a tuple or a pair, else itself.
template <class __R, class __Epoch = __CHV_EPOCH> Table table(const __R &__range) {
  if constexpr (shown::is_range<__R>()) {
    values::bring_value(__range);
    return shown::table_of<__Epoch>(__range);
  } else {
    static_assert(sizeof(__R) == 0, "a table is of a range, an array, or (pointer, count)");
  }
}
template <class __T, class __Epoch = __CHV_EPOCH> Table table(std::initializer_list<__T> __values) {
  return shown::table_of<__Epoch>(__values);
}
// `count` values in host or device memory.
template <class __T, class __N, class __Epoch = __CHV_EPOCH> Table table(const __T *__from, __N __count) {
  return shown::table_of_memory<__Epoch>(__from, shown::size_of_number(__count), 0);
}
// Rows one behind the other in host or device memory.
template <class __T, class __R, class __C, class __Epoch = __CHV_EPOCH> Table table(const __T *__from, __R __row_count, __C __column_count) {
  std::size_t __columns = shown::size_of_number(__column_count), __high = shown::size_of_number(__row_count);
  if (__columns && __high <= (std::size_t(1) << 40) / __columns)
    return shown::table_of_memory<__Epoch>(__from, __columns * __high, __columns);
  Table __table;
  __table.problem().tell("table", "its size makes no sense");
  return __table;
}

} // namespace chevron
