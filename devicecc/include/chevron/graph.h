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

// A box for each node, in rows, with arrows from what it waits for.
inline std::string __graph_picture(const std::vector<__graph_place> &__places, const std::vector<std::vector<std::size_t>> &__before) {
  constexpr std::size_t __high = 30, __gap = 30, __letters_most = 72, __letters_least = 12;
  constexpr double __letter = 7.3;
  auto __number = [](std::size_t __value) { return std::to_string(__value); };
  std::size_t __rows = 0, __columns = 0, __letters = __letters_least;
  std::vector<std::string> __labels;
  for (std::size_t __i = 0; __i < __places.size(); ++__i) {
    const __graph_place &__place = __places[__i];
    std::string __label = __number(__i) + "  " + __place.__words;
    if (__label.size() > __letters_most)
      __label = __label.substr(0, __letters_most - 3) + "...";
    __rows = std::max(__rows, __place.__row + 1);
    __columns = std::max(__columns, __place.__column + 1);
    __letters = std::max(__letters, __label.size());
    __labels.push_back(__label);
  }
  std::size_t __wide = static_cast<std::size_t>(__letter * __letters) + 16;
  auto __x = [&](std::size_t __i) { return 10 + __places[__i].__column * (__wide + __gap); };
  auto __y = [&](std::size_t __i) { return 10 + __places[__i].__row * (__high + __gap); };
  std::string __size = " width=\"" + __number(__columns * (__wide + __gap)) + "\" height=\"" + __number(__rows * (__high + __gap)) + "\"";
  std::string __svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + __size +
                      " font-family=\"monospace\" font-size=\"12\"><rect fill=\"white\"" + __size +
                      "/><defs><marker id=\"chevron-arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\">"
                      "<path d=\"M0 0L8 4L0 8z\" fill=\"#888\"/></marker></defs>";
  for (std::size_t __i = 0; __i < __places.size(); ++__i)
    for (std::size_t __from : __before[__i])
      __svg += "<line stroke=\"#888\" marker-end=\"url(#chevron-arrow)\" x1=\"" + __number(__x(__from) + __wide / 2) + "\" y1=\"" +
               __number(__y(__from) + __high) + "\" x2=\"" + __number(__x(__i) + __wide / 2) + "\" y2=\"" + __number(__y(__i)) + "\"/>";
  for (std::size_t __i = 0; __i < __places.size(); ++__i)
    __svg += "<rect fill=\"#eef4fb\" stroke=\"#4878a8\" rx=\"4\" x=\"" + __number(__x(__i)) + "\" y=\"" + __number(__y(__i)) + "\" width=\"" +
             __number(__wide) + "\" height=\"" + __number(__high) + "\"><title>" + __graph_escaped(__places[__i].__words) + "</title></rect><text x=\"" +
             __number(__x(__i) + 8) + "\" y=\"" + __number(__y(__i) + 19) + "\" fill=\"black\" pointer-events=\"none\">" + __graph_escaped(__labels[__i]) +
             "</text>";
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

// A graph that does what one node does: null for a node whose work cannot be asked for, or that does nothing.
inline cudaGraphExec_t __graph_of_node(cudaGraphNode_t __node) {
  cudaGraphNodeType __type{};
  cudaGraph_t __alone = nullptr;
  cudaGraphNode_t __made = nullptr;
  cudaGraphExec_t __executable = nullptr;
  cudaGraphNodeGetType(__node, &__type);
  cudaGraphCreate(&__alone, 0);
  cudaError_t __error = cudaErrorNotSupported;
  if (__type == cudaGraphNodeTypeKernel) {
    cudaKernelNodeParams __params{};
    if (!(__error = cudaGraphKernelNodeGetParams(__node, &__params)))
      __error = cudaGraphAddKernelNode(&__made, __alone, nullptr, 0, &__params);
    if (!__error)
      (void)cudaGraphKernelNodeCopyAttributes(__made, __node);
  } else if (__type == cudaGraphNodeTypeMemcpy) {
    cudaMemcpy3DParms __params{};
    if (!(__error = cudaGraphMemcpyNodeGetParams(__node, &__params)))
      __error = cudaGraphAddMemcpyNode(&__made, __alone, nullptr, 0, &__params);
  } else if (__type == cudaGraphNodeTypeMemset) {
    cudaMemsetParams __params{};
    if (!(__error = cudaGraphMemsetNodeGetParams(__node, &__params)))
      __error = cudaGraphAddMemsetNode(&__made, __alone, nullptr, 0, &__params);
  } else if (__type == cudaGraphNodeTypeHost) {
    cudaHostNodeParams __params{};
    if (!(__error = cudaGraphHostNodeGetParams(__node, &__params)))
      __error = cudaGraphAddHostNode(&__made, __alone, nullptr, 0, &__params);
  }
  if (!__error && cudaGraphInstantiate(&__executable, __alone, 0))
    __executable = nullptr;
  cudaGraphDestroy(__alone);
  (void)cudaGetLastError();
  return __executable;
}

// Nodes in an order in which each is behind all that it waits for.
inline std::vector<std::size_t> __graph_order(const std::vector<std::vector<std::size_t>> &__before) {
  std::vector<std::size_t> __order, __missing(__before.size());
  std::vector<std::vector<std::size_t>> __after(__before.size());
  for (std::size_t __i = 0; __i < __before.size(); ++__i) {
    __missing[__i] = __before[__i].size();
    for (std::size_t __from : __before[__i])
      __after[__from].push_back(__i);
    if (__before[__i].empty())
      __order.push_back(__i);
  }
  for (std::size_t __at = 0; __at < __order.size(); ++__at)
    for (std::size_t __next : __after[__order[__at]])
      if (--__missing[__next] == 0)
        __order.push_back(__next);
  return __order;
}

// What `__graph_times` measures: a graph for each node, and the times of its runs, seconds.
struct __graph_measure {
  std::vector<cudaGraphExec_t> __alone;
  std::vector<std::vector<double>> __seconds;
  cudaEvent_t __begin = nullptr, __end = nullptr;

  explicit __graph_measure(const std::vector<cudaGraphNode_t> &__nodes) : __seconds(__nodes.size()) {
    for (cudaGraphNode_t __node : __nodes)
      __alone.push_back(__graph_of_node(__node));
    cudaEventCreate(&__begin);
    cudaEventCreate(&__end);
  }
  ~__graph_measure() {
    for (cudaGraphExec_t __one : __alone)
      if (__one)
        cudaGraphExecDestroy(__one);
    cudaEventDestroy(__begin);
    cudaEventDestroy(__end);
  }
  __graph_measure(const __graph_measure &) = delete;

  cudaError_t __run(std::size_t __i) {
    float __milliseconds = 0;
    cudaEventRecord(__begin);
    cudaError_t __error = cudaGraphLaunch(__alone[__i], nullptr);
    cudaEventRecord(__end);
    if (!__error)
      __error = cudaEventSynchronize(__end);
    if (!__error)
      __error = cudaEventElapsedTime(&__milliseconds, __begin, __end);
    __seconds[__i].push_back(__milliseconds / 1e3);
    return __error;
  }
};

// Runs the nodes of a named graph one after the other, so often, and tells how long each takes alone.
inline void __graph_times(const char *__name, long __times) {
  __named_graph *__known = __find_graph(__name);
  if (!__known)
    return __graph_show(__name);
  auto __nodes = __graph_nodes(__known->__graph);
  auto __order = __graph_order(__graph_edges(__known->__graph, __nodes));
  __graph_measure __measure(__nodes);
  for (std::size_t __i : __order)
    if (std::string __words = __graph_node_words(__nodes[__i]); !__measure.__alone[__i] && __words != "empty") {
      std::printf("graph `%s`: node %zu (%s) cannot be run alone, so the graph is not measured by its nodes\n", __name, __i, __words.c_str());
      return;
    }
  for (long __run = 0; __run < __times; ++__run)
    for (std::size_t __i : __order)
      if (cudaError_t __error = __measure.__alone[__i] ? __measure.__run(__i) : cudaSuccess) {
        std::printf("graph `%s` stopped in node %zu: %s\n", __name, __i, cudaGetErrorString(__error));
        return;
      }
  double __sum = 0;
  for (auto &__seconds : __measure.__seconds)
    __sum += __seconds.empty() ? 0 : __bench_median(__seconds);
  for (std::size_t __i = 0; __i < __nodes.size(); ++__i) {
    std::printf("%zu  %s", __i, __graph_node_words(__nodes[__i]).c_str());
    if (double __median = __measure.__seconds[__i].empty() ? 0 : __bench_median(__measure.__seconds[__i]); __median > 0) {
      std::printf("   ");
      __bench_duration(__median);
      std::printf(", %.1f %%", 100 * __median / __sum);
    }
    std::printf("\n");
  }
  std::printf("%zu node%s, each alone, %ld run%s: ", __nodes.size(), __graph_plural(__nodes.size()), __times, __graph_plural(__times));
  __bench_duration(__sum);
  std::printf(" in all\n");
  std::fflush(stdout);
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
