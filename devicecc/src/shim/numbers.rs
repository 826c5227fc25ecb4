//! Enums that cross the border as numbers: each in the order that the shim has.

use crate::cell::{BuiltIn, Complaint, Footprint, ItemKind, Severity, Space};

/// What became of a cell (`CellResult` in the shim).
#[derive(Clone, Copy, Debug)]
pub(super) enum Status {
    Committed,
    Rejected,
    Failed,
    Stopped,
}

pub(super) const STATUSES: [Status; 4] = [
    Status::Committed,
    Status::Rejected,
    Status::Failed,
    Status::Stopped,
];

pub(super) const SEVERITIES: [Severity; 3] = [Severity::Note, Severity::Warning, Severity::Error];

pub(super) const SPACES: [Space; 3] = [Space::Device, Space::Constant, Space::Managed];

pub(super) const FOOTPRINTS: [Footprint; 3] =
    [Footprint::Nothing, Footprint::Plain, Footprint::Lasting];

pub(super) const BUILT_INS: [BuiltIn; 4] = [
    BuiltIn::Nowhere,
    BuiltIn::InDeviceCode,
    BuiltIn::Everywhere,
    BuiltIn::InObjects,
];

pub(super) const ITEM_KINDS: [ItemKind; 9] = [
    ItemKind::Kernel,
    ItemKind::DeviceFunction,
    ItemKind::DeviceVariable,
    ItemKind::Function,
    ItemKind::Variable,
    ItemKind::Type,
    ItemKind::Template,
    ItemKind::Namespace,
    ItemKind::Macro,
];

pub(super) const COMPLAINTS: [Complaint; 18] = [
    Complaint::Other,
    Complaint::UnknownName,
    Complaint::UnknownMember,
    Complaint::NoNamespace,
    Complaint::IncompleteType,
    Complaint::NoConversion,
    Complaint::MissingSemicolon,
    Complaint::MissingParenthesis,
    Complaint::AssemblerQualifier,
    Complaint::CaptureDefaultOutside,
    Complaint::CaptureOfGlobal,
    Complaint::OtherSide,
    Complaint::KernelCalled,
    Complaint::LaunchArguments,
    Complaint::TypedefClash,
    Complaint::HostCode,
    Complaint::DeviceOnly,
    Complaint::MissingFile,
];

/// The value of a number. Both sides are built together, and `layout.rs` compares them: another number is a mistake of ours.
pub(super) fn of_number<T: Copy>(all: &[T], number: i32) -> T {
    let found = usize::try_from(number).ok().and_then(|it| all.get(it));
    *found.unwrap_or_else(|| unreachable!("the shim gave {number} of {} values", all.len()))
}
