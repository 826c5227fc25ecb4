// What the border's structs and numbers are on this side, for a test that compares them with those on Rust's (`devicecc/src/shim/layout.rs`).
#include "border/chevron_shim.h"
#include "session/cell_result.h"
#include "redefinition/replacement_rules.h"
#include <cstddef>

namespace chv {

namespace {

struct Entry {
  const char *Name;
  size_t Value; // a size or an offset in bytes, or a number of an enum
};

#define SIZE(Struct) {#Struct, sizeof(Struct)}
#define FIELD(Struct, Field) {#Struct "." #Field, offsetof(Struct, Field)}
#define NUMBER(Enum, Value) {#Enum "::" #Value, size_t(Enum::Value)}

constexpr Entry Entries[] = {
    SIZE(chv_span), FIELD(chv_span, data), FIELD(chv_span, size),
    SIZE(chv_list), FIELD(chv_list, items), FIELD(chv_list, count),
    SIZE(chv_header), FIELD(chv_header, path), FIELD(chv_header, contents),
    SIZE(chv_options), FIELD(chv_options, headers), FIELD(chv_options, header_count), FIELD(chv_options, arguments), FIELD(chv_options, preamble),
    FIELD(chv_options, precompiled), FIELD(chv_options, color), FIELD(chv_options, unit),
    SIZE(chv_use), FIELD(chv_use, name), FIELD(chv_use, signature), FIELD(chv_use, cell), FIELD(chv_use, is_macro),
    SIZE(chv_item), FIELD(chv_item, kind), FIELD(chv_item, name), FIELD(chv_item, signature), FIELD(chv_item, symbol), FIELD(chv_item, uses),
    FIELD(chv_item, use_count), FIELD(chv_item, types), FIELD(chv_item, type_count), FIELD(chv_item, only_declared),
    SIZE(chv_old_type), FIELD(chv_old_type, variable), FIELD(chv_old_type, type), FIELD(chv_old_type, cell), FIELD(chv_old_type, newer),
    SIZE(chv_site), FIELD(chv_site, source), FIELD(chv_site, primitive), FIELD(chv_site, line), FIELD(chv_site, column),
    SIZE(chv_kernel), FIELD(chv_kernel, symbol), FIELD(chv_kernel, display), FIELD(chv_kernel, bitcode), FIELD(chv_kernel, variables),
    FIELD(chv_kernel, sites), FIELD(chv_kernel, site_count), FIELD(chv_kernel, param_bytes), FIELD(chv_kernel, param_count),
    FIELD(chv_kernel, max_threads), FIELD(chv_kernel, cell), FIELD(chv_kernel, recompiled), FIELD(chv_kernel, cluster),
    FIELD(chv_kernel, functions),
    SIZE(chv_definition), FIELD(chv_definition, symbol), FIELD(chv_definition, fresh),
    SIZE(chv_replaced), FIELD(chv_replaced, name), FIELD(chv_replaced, signature), FIELD(chv_replaced, by), FIELD(chv_replaced, cell),
    FIELD(chv_replaced, followed), FIELD(chv_replaced, built_in), FIELD(chv_replaced, gone_from),
    SIZE(chv_variable), FIELD(chv_variable, symbol), FIELD(chv_variable, display), FIELD(chv_variable, init), FIELD(chv_variable, space),
    FIELD(chv_variable, bytes), FIELD(chv_variable, align),
    SIZE(chv_diagnostic), FIELD(chv_diagnostic, severity), FIELD(chv_diagnostic, message), FIELD(chv_diagnostic, source), FIELD(chv_diagnostic, line),
    FIELD(chv_diagnostic, column), FIELD(chv_diagnostic, complaint),
    SIZE(chv_cell), FIELD(chv_cell, status), FIELD(chv_cell, rendered), FIELD(chv_cell, everything), FIELD(chv_cell, diagnostics),
    FIELD(chv_cell, diagnostic_count), FIELD(chv_cell, host_bitcode), FIELD(chv_cell, host_unique), FIELD(chv_cell, host_optimize),
    FIELD(chv_cell, has_main), FIELD(chv_cell, main_type), FIELD(chv_cell, runs), FIELD(chv_cell, stubs_only), FIELD(chv_cell, value_type),
    FIELD(chv_cell, only_looks), FIELD(chv_cell, items), FIELD(chv_cell, item_count), FIELD(chv_cell, kernels), FIELD(chv_cell, kernel_count),
    FIELD(chv_cell, variables), FIELD(chv_cell, variable_count), FIELD(chv_cell, thunks), FIELD(chv_cell, definitions),
    FIELD(chv_cell, definition_count), FIELD(chv_cell, replaced), FIELD(chv_cell, replaced_count), FIELD(chv_cell, undefined_macros),
    FIELD(chv_cell, undefined_macro_count), FIELD(chv_cell, old_types), FIELD(chv_cell, old_type_count), FIELD(chv_cell, footprint),
    FIELD(chv_cell, refers), FIELD(chv_cell, refer_count), FIELD(chv_cell, host_parse_ns), FIELD(chv_cell, device_parse_ns),
    FIELD(chv_cell, host_ir_ns), FIELD(chv_cell, device_ir_ns), FIELD(chv_cell, closure_ns),
    SIZE(chv_place), FIELD(chv_place, section), FIELD(chv_place, offset),
    SIZE(chv_frame), FIELD(chv_frame, function), FIELD(chv_frame, file), FIELD(chv_frame, line), FIELD(chv_frame, place),
    SIZE(chv_frames), FIELD(chv_frames, frames), FIELD(chv_frames, frame_count),
    NUMBER(ItemKind, Kernel), NUMBER(ItemKind, DeviceFunction), NUMBER(ItemKind, DeviceVariable), NUMBER(ItemKind, Function),
    NUMBER(ItemKind, Variable), NUMBER(ItemKind, Type), NUMBER(ItemKind, Template), NUMBER(ItemKind, Namespace), NUMBER(ItemKind, Macro),
    NUMBER(BuiltIn, Nowhere), NUMBER(BuiltIn, InDeviceCode), NUMBER(BuiltIn, Everywhere), NUMBER(BuiltIn, InObjects),
    NUMBER(Footprint, Nothing), NUMBER(Footprint, Plain), NUMBER(Footprint, Lasting),
    NUMBER(CellResult, Committed), NUMBER(CellResult, Rejected), NUMBER(CellResult, Failed), NUMBER(CellResult, Stopped),
    NUMBER(Complaint, Other), NUMBER(Complaint, UnknownName), NUMBER(Complaint, UnknownMember), NUMBER(Complaint, NoNamespace),
    NUMBER(Complaint, IncompleteType), NUMBER(Complaint, NoConversion), NUMBER(Complaint, MissingSemicolon), NUMBER(Complaint, MissingParenthesis),
    NUMBER(Complaint, AssemblerQualifier), NUMBER(Complaint, CaptureDefaultOutside), NUMBER(Complaint, CaptureOfGlobal),
    NUMBER(Complaint, OtherSide), NUMBER(Complaint, KernelCalled), NUMBER(Complaint, LaunchArguments), NUMBER(Complaint, TypedefClash),
    NUMBER(Complaint, HostCode), NUMBER(Complaint, DeviceOnly), NUMBER(Complaint, MissingFile),
};

} // namespace

} // namespace chv

size_t chv_layout(size_t Index, chv_span *Name) {
  if (Index >= std::size(chv::Entries)) {
    *Name = {nullptr, 0};
    return 0;
  }
  const chv::Entry &Found = chv::Entries[Index];
  *Name = {Found.Name, __builtin_strlen(Found.Name)};
  return Found.Value;
}
