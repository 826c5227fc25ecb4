//! Shared memory and device variables: globals of a closure that live elsewhere at run time.

use std::ffi::CString;

use anyhow::bail;
use inkwell::module::Module;

use super::context::ThreadContext;
use crate::emit::ir::{self, Builder, Types, Value};
use crate::emit::shared::addressed;
use crate::emit::shared::relocate::relocate;
use crate::emit::shared::shared_limit;
use crate::error::bail_mendable;

/// Section of a kernel's `__shared__` variables.
const SHARED: &str = ".chv.shared";
/// Section of its dynamic shared array.
const DYNAMIC_SHARED: &str = ".chv.dynshared";
/// Prefix of device variables; their number follows.
const VARIABLE: &[u8] = b"__chv_var_";
/// Alignment in bytes of a block's shared memory and of the dynamic array in it.
const SHARED_ALIGN: u64 = 128;

/// Is it a shared variable, the dynamic array too?
pub(super) fn is_shared(global: Value<'_>) -> bool {
    global.is_global_variable() && matches!(global.section(), Some(SHARED | DYNAMIC_SHARED))
}

/// Is it the dynamic array?
pub(super) fn is_dynamic(global: Value<'_>) -> bool {
    global.is_global_variable() && global.section() == Some(DYNAMIC_SHARED)
}

/// Where one of the globals really is.
#[derive(Clone, Copy)]
enum Place {
    /// At this offset in the block's shared memory.
    Shared(u64),
    /// At the address that this element of the table of variables holds.
    Variable(u64),
}

/// The globals of a closure that live elsewhere.
pub(super) struct Layout<'m> {
    places: Vec<(Value<'m>, Place)>,
    /// Static shared memory in bytes, up to where the dynamic array starts.
    pub(super) shared_bytes: u32,
    /// Elements of the table of device variables; 0 if there is none.
    variables: u64,
}

/// Finds the closure's shared memory and device variables and gives each its place.
///
/// # Errors
///
/// If there is more static shared memory than a kernel may have, or a variable's number is broken.
///
/// `variables`: how many the closure lists, those that nothing uses any more included.
pub(super) fn layout<'m>(module: &'m Module<'_>, variables: u64) -> anyhow::Result<Layout<'m>> {
    let functions = addressed::numbered(module).into_iter();
    let mut layout = Layout {
        places: functions
            .map(|(function, number)| (function, Place::Variable(number)))
            .collect(),
        shared_bytes: 0,
        variables,
    };
    let mut end = 0u64;
    let mut dynamic = Vec::new();
    for global in ir::globals(module) {
        if global.section() == Some(DYNAMIC_SHARED) {
            dynamic.push(global);
        } else if global.section() == Some(SHARED) {
            let align = match global.alignment() {
                0 => global.global_type().alignment(module).into(),
                bytes => u64::from(bytes),
            };
            let offset = end.next_multiple_of(align);
            end = offset.saturating_add(global.global_type().bytes(module));
            layout.places.push((global, Place::Shared(offset)));
        } else if let Some(number) = global.name().strip_prefix(VARIABLE) {
            let Some(number) = std::str::from_utf8(number)
                .ok()
                .and_then(|text| text.parse::<u32>().ok())
            else {
                bail!(
                    "the closure has a variable named `{}`",
                    String::from_utf8_lossy(global.name())
                );
            };
            layout.places.push((global, Place::Variable(number.into())));
        }
    }
    shared_limit::check(end)?;
    if !dynamic.is_empty() {
        end = end.next_multiple_of(SHARED_ALIGN);
        layout.places.extend(
            dynamic
                .into_iter()
                .map(|global| (global, Place::Shared(end))),
        );
    }
    layout.shared_bytes = u32::try_from(end)?;
    Ok(layout)
}

impl<'m> Layout<'m> {
    /// Makes every use of the globals use their places, and removes the globals. The table of variables is named `<entry>_vars`.
    ///
    /// # Errors
    ///
    /// If constant data holds the address of one of them, which is known only at run time.
    pub(super) fn apply(
        self,
        module: &'m Module<'_>,
        context: &ThreadContext<'m>,
        entry: &str,
    ) -> anyhow::Result<()> {
        if self.places.is_empty() && self.variables == 0 {
            return Ok(());
        }
        let types = Types::new(module);
        let table = match self.variables {
            0 => None,
            count => {
                let ty = types.pointer.array(count);
                let table = ir::add_global(module, &CString::new(format!("{entry}_vars"))?, ty);
                table.set_initializer(ty.zero());
                table.set_alignment(8);
                table.set_protected();
                Some(table)
            }
        };
        for function in ir::functions(module)
            .into_iter()
            .filter(|function| !function.is_declaration())
        {
            relocate(&types, function, &mut |global| {
                let (_, place) = self.places.iter().find(|(other, _)| *other == global)?;
                Some(address(module, context, table, &types, function, *place))
            });
        }
        for (global, _) in self.places {
            if global.is_function() {
                continue;
            }
            if global.is_live() {
                let name = String::from_utf8_lossy(global.name()).into_owned();
                bail_mendable!(
                    "constant data of the kernel holds the address of `{name}`; the CPU device knows it only when the kernel runs"
                );
            }
            // Constants that nothing uses any more may still name it.
            global.replace_uses(global.ty().poison());
            global.erase();
        }
        Ok(())
    }
}

/// Builds the address of the place where all of the function can use it.
fn address<'m>(
    module: &'m Module<'_>,
    context: &ThreadContext<'m>,
    table: Option<Value<'m>>,
    types: &Types<'m>,
    function: Value<'m>,
    place: Place,
) -> Value<'m> {
    let in_entry = function == context.entry();
    let top = if in_entry {
        context.marker()
    } else {
        function.blocks()[0].instructions()[0]
    };
    let build = Builder::before(top);
    match place {
        Place::Shared(offset) if in_entry => build.offset(context.shared(), offset, types),
        Place::Shared(offset) => {
            let primitive = ir::declare(module, c"__chv_shared_base", types.pointer, &[]);
            primitive.add_attribute("nounwind");
            build.offset(build.call(primitive, &[]), offset, types)
        }
        Place::Variable(number) => {
            let table = table.expect("a closure with variables has a table of them");
            let address = build.load(types.pointer, build.offset(table, number * 8, types));
            // The table is filled before the first launch and never again.
            address.set_invariant();
            address
        }
    }
}
