// What `%%graph` and `%graph` are made of: graphs of what cells ask of the device, by name.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <list>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#include "bench.h"
#include "display.h"

extern "C" {
cudaError_t __chv_record_begin();
cudaError_t __chv_record_end(cudaGraph_t *__graph);
cudaError_t __chv_graph_node_text(cudaGraphNode_t __node, char *__text, std::size_t __room);
}

namespace chevron {

struct __named_graph {
  std::string __name;
  cudaGraph_t __graph = nullptr;
  cudaGraphExec_t __executable = nullptr;
};

inline std::list<__named_graph> &__named_graphs() {
  static std::list<__named_graph> __all;
  return __all;
}

inline __named_graph *__find_graph(const std::string &__name) {
  for (__named_graph &__one : __named_graphs())
    if (__one.__name == __name)
      return &__one;
  return nullptr;
}

// The executable graph of a name, for `cudaGraphLaunch`; null if there is none.
inline cudaGraphExec_t graph(const std::string &__name) {
  __named_graph *__known = __find_graph(__name);
  return __known ? __known->__executable : nullptr;
}

inline std::vector<cudaGraphNode_t> __graph_nodes(cudaGraph_t __graph) {
  std::size_t __count = 0;
  cudaGraphGetNodes(__graph, nullptr, &__count);
  std::vector<cudaGraphNode_t> __nodes(__count);
  if (__count)
    cudaGraphGetNodes(__graph, __nodes.data(), &__count);
  return __nodes;
}

inline std::string __graph_node_words(cudaGraphNode_t __node) {
  char __text[256] = "";
  __chv_graph_node_text(__node, __text, sizeof __text);
  return __text;
}

inline const char *__graph_plural(std::size_t __count) { return __count == 1 ? "" : "s"; }

inline void __graph_begin() { (void)__chv_record_begin(); }

// The cell has failed: what was recorded goes.
inline void __graph_drop() {
  cudaGraph_t __graph = nullptr;
  if (__chv_record_end(&__graph) == cudaSuccess && __graph)
    cudaGraphDestroy(__graph);
  (void)cudaGetLastError();
}

// Keeps what was recorded under a name, and runs it. One of the same shape that has the name already is updated.
inline void __graph_end(const char *__name) {
  cudaGraph_t __graph = nullptr;
  if (__chv_record_end(&__graph) != cudaSuccess) {
    (void)cudaGetLastError();
    std::printf("graph `%s` was not recorded: the cell asked for what a graph cannot do, such as to wait (cudaDeviceSynchronize, cudaMemcpy)\n",
                __name);
    return;
  }
  if (!__graph)
    return; // the cell has ended the process that recorded it
  __named_graph *__known = __find_graph(__name);
  const char *__how = "instantiated";
  cudaGraphExecUpdateResultInfo __info;
  if (__known && cudaGraphExecUpdate(__known->__executable, __graph, &__info) == cudaSuccess)
    __how = "updated";
  else {
    cudaGraphExec_t __executable;
    (void)cudaGetLastError();
    if (cudaError_t __error = cudaGraphInstantiate(&__executable, __graph, 0)) {
      std::printf("graph `%s` cannot be instantiated: %s\n", __name, cudaGetErrorString(__error));
      cudaGraphDestroy(__graph);
      return;
    }
    if (!__known)
      __known = &__named_graphs().emplace_back(__named_graph{__name});
    else
      cudaGraphExecDestroy(__known->__executable);
    __known->__executable = __executable;
  }
  if (__known->__graph)
    cudaGraphDestroy(__known->__graph);
  __known->__graph = __graph;
  std::size_t __count = __graph_nodes(__graph).size();
  std::printf("graph `%s`: %zu node%s, %s\n", __name, __count, __graph_plural(__count), __how);
  cudaGraphLaunch(__known->__executable, nullptr);
}

// Places of the nodes that a node waits for.
inline std::vector<std::vector<std::size_t>> __graph_edges(cudaGraph_t __graph, const std::vector<cudaGraphNode_t> &__nodes) {
  std::size_t __count = 0;
  std::vector<std::vector<std::size_t>> __before(__nodes.size());
  cudaGraphGetEdges(__graph, nullptr, nullptr, nullptr, &__count);
  std::vector<cudaGraphNode_t> __from(__count), __to(__count);
  if (__count)
    cudaGraphGetEdges(__graph, __from.data(), __to.data(), nullptr, &__count);
  std::vector<std::pair<cudaGraphNode_t, std::size_t>> __places;
  for (std::size_t __i = 0; __i < __nodes.size(); ++__i)
    __places.emplace_back(__nodes[__i], __i);
  std::sort(__places.begin(), __places.end());
  auto __place = [&](cudaGraphNode_t __node) {
    return std::lower_bound(__places.begin(), __places.end(), std::make_pair(__node, std::size_t(0)))->second;
  };
  for (std::size_t __i = 0; __i < __count; ++__i)
    __before[__place(__to[__i])].push_back(__place(__from[__i]));
  for (auto &__one : __before)
    std::sort(__one.begin(), __one.end());
  return __before;
}

// A node's line, its row: behind all that it waits for, and its column among the others of that row.
struct __graph_place {
  std::string __words;
  std::size_t __row = 0, __column = 0;
};

inline std::string __graph_escaped(const std::string &__text) {
  std::string __escaped;
  for (char __c : __text)
    __escaped += __c == '<' ? "&lt;" : __c == '>' ? "&gt;" : __c == '&' ? "&amp;" : std::string(1, __c);
  return __escaped;
}

// A box for each node, in rows, with lines from what it waits for.
inline std::string __graph_picture(const std::vector<__graph_place> &__places, const std::vector<std::vector<std::size_t>> &__before) {
  constexpr std::size_t __wide = 260, __high = 30, __gap = 30;
  std::size_t __rows = 0, __columns = 0;
  for (auto &__place : __places) {
    __rows = std::max(__rows, __place.__row + 1);
    __columns = std::max(__columns, __place.__column + 1);
  }
  auto __number = [](std::size_t __value) { return std::to_string(__value); };
  auto __x = [&](std::size_t __i) { return 10 + __places[__i].__column * (__wide + __gap); };
  auto __y = [&](std::size_t __i) { return 10 + __places[__i].__row * (__high + __gap); };
  std::string __svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + __number(__columns * (__wide + __gap)) + "\" height=\"" +
                      __number(__rows * (__high + __gap)) + "\" font-family=\"monospace\" font-size=\"12\">";
  for (std::size_t __i = 0; __i < __places.size(); ++__i)
    for (std::size_t __from : __before[__i])
      __svg += "<line stroke=\"#888\" x1=\"" + __number(__x(__from) + __wide / 2) + "\" y1=\"" + __number(__y(__from) + __high) + "\" x2=\"" +
               __number(__x(__i) + __wide / 2) + "\" y2=\"" + __number(__y(__i)) + "\"/>";
  for (std::size_t __i = 0; __i < __places.size(); ++__i) {
    std::string __words = __places[__i].__words;
    if (__words.size() > 34)
      __words = __words.substr(0, 33) + "...";
    __svg += "<rect fill=\"#eef4fb\" stroke=\"#4878a8\" rx=\"4\" x=\"" + __number(__x(__i)) + "\" y=\"" + __number(__y(__i)) + "\" width=\"" +
             __number(__wide) + "\" height=\"" + __number(__high) + "\"/><text x=\"" + __number(__x(__i) + 8) + "\" y=\"" +
             __number(__y(__i) + 19) + "\">" + __number(__i) + "  " + __graph_escaped(__words) + "</text>";
  }
  return __svg + "</svg>";
}

// The nodes of a named graph, each with those that it waits for.
inline void __graph_show(const char *__name) {
  constexpr std::size_t __most = 200;
  __named_graph *__known = __find_graph(__name);
  if (!__known) {
    std::printf("there is no graph `%s`; `%%%%graph %s` at the start of a cell makes one\n", __name, __name);
    return;
  }
  auto __nodes = __graph_nodes(__known->__graph);
  auto __before = __graph_edges(__known->__graph, __nodes);
  std::vector<__graph_place> __places(__nodes.size());
  std::vector<std::size_t> __columns(__nodes.size() + 1);
  std::string __text;
  for (std::size_t __i = 0; __i < __nodes.size(); ++__i) {
    __graph_place &__place = __places[__i];
    __place.__words = __graph_node_words(__nodes[__i]);
    for (std::size_t __from : __before[__i])
      __place.__row = std::max(__place.__row, __places[__from].__row + 1);
    __place.__column = __columns[__place.__row]++;
    if (__i >= __most)
      continue;
    __text += std::to_string(__i) + "  " + __place.__words;
    const char *__joint = "   after ";
    for (std::size_t __from : __before[__i]) {
      __text += __joint + std::to_string(__from);
      __joint = ", ";
    }
    __text += "\n";
  }
  if (__nodes.size() > __most)
    __text += "and " + std::to_string(__nodes.size() - __most) + " more\n";
  if (!__text.empty())
    __text.pop_back();
  MimeBundle __bundle;
  __bundle.add("text/plain", __text);
  if (__nodes.size() <= __most)
    __bundle.add("image/svg+xml", __graph_picture(__places, __before));
  display(__bundle);
}

// Runs a named graph so often, and tells how long it takes to ask for and to be done.
inline void __graph_replay(const char *__name, long __times) {
  __named_graph *__known = __find_graph(__name);
  if (!__known || __times < 1)
    return __graph_show(__name);
  std::vector<double> __asking, __running;
  for (long __i = 0; __i < __times; ++__i) {
    auto __start = std::chrono::steady_clock::now();
    cudaError_t __error = cudaGraphLaunch(__known->__executable, nullptr);
    std::chrono::duration<double, std::micro> __asked = std::chrono::steady_clock::now() - __start;
    if (!__error)
      __error = cudaDeviceSynchronize();
    std::chrono::duration<double, std::micro> __done = std::chrono::steady_clock::now() - __start;
    if (__error) {
      std::printf("graph `%s` stopped in its run %ld: %s\n", __name, __i + 1, cudaGetErrorString(__error));
      return;
    }
    __asking.push_back(__asked.count());
    __running.push_back(__done.count());
  }
  std::printf("graph `%s`, %ld run%s: median %.4g us to ask for, %.4g us until done\n", __name, __times, __graph_plural(__times),
              __bench_median(__asking), __bench_median(__running));
}

inline void __graph_list() {
  if (__named_graphs().empty())
    std::printf("no graphs; `%%%%graph NAME` at the start of a cell makes one\n");
  for (__named_graph &__one : __named_graphs()) {
    std::size_t __count = __graph_nodes(__one.__graph).size();
    std::printf("%s  %zu node%s\n", __one.__name.c_str(), __count, __graph_plural(__count));
  }
}

} // namespace chevron
