//! Shared memory and device variables: globals of a closure that live elsewhere at run time.

use std::collections::HashMap;
use std::ffi::CString;

use anyhow::bail;
use inkwell::module::Module;

use super::context::ThreadContext;
use crate::emit::ir::{self, Block, Builder, Opcode, Types, Value};

/// Section of a kernel's `__shared__` variables.
const SHARED: &str = ".chv.shared";
/// Section of its dynamic shared array.
const DYNAMIC_SHARED: &str = ".chv.dynshared";
/// Prefix of device variables; their number follows.
const VARIABLE: &[u8] = b"__chv_var_";
/// Alignment in bytes of a block's shared memory and of the dynamic array in it.
const SHARED_ALIGN: u64 = 128;
/// The most shared memory that emission lays out: no device has more in a block. Unit: bytes.
const SHARED_BYTES_MAX: u64 = 1 << 28;

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
/// If shared memory is larger than any device has, or a variable's number is broken.
pub(super) fn layout<'m>(module: &'m Module<'_>) -> anyhow::Result<Layout<'m>> {
    let mut layout = Layout {
        places: Vec::new(),
        shared_bytes: 0,
        variables: 0,
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
            if end > SHARED_BYTES_MAX {
                bail!(
                    "the kernel's `__shared__` variables take more than {SHARED_BYTES_MAX} bytes"
                );
            }
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
            layout.variables = layout.variables.max(u64::from(number) + 1);
        }
    }
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
        if self.places.is_empty() {
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
            let mut rewrite = Rewrite {
                module,
                context,
                table,
                types: &types,
                function,
                addresses: HashMap::new(),
            };
            rewrite.run(&self.places);
        }
        for (global, _) in self.places {
            if global.is_live() {
                let name = String::from_utf8_lossy(global.name()).into_owned();
                bail!(
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

/// The rewriting of one function.
struct Rewrite<'a, 'm, 'c> {
    module: &'m Module<'c>,
    context: &'a ThreadContext<'m>,
    table: Option<Value<'m>>,
    types: &'a Types<'m>,
    function: Value<'m>,
    /// The address of each global that the function uses.
    addresses: HashMap<Value<'m>, Value<'m>>,
}

impl<'m> Rewrite<'_, 'm, '_> {
    fn run(&mut self, places: &[(Value<'m>, Place)]) {
        for instruction in self.function.instructions() {
            let incoming = if instruction.opcode() == Opcode::LLVMPHI {
                instruction.incoming()
            } else {
                Vec::new()
            };
            // A phi that names a block twice takes the same value both times.
            let mut built: HashMap<(Value<'m>, Option<Block<'m>>), Value<'m>> = HashMap::new();
            let operands: Vec<Value<'m>> = instruction.operands().collect();
            for (index, operand) in operands.into_iter().enumerate() {
                if !operand.is_constant() || !self.needs(operand, places) {
                    continue;
                }
                // What a phi takes has to be there at the end of the block it comes from.
                let from = incoming.get(index).map(|(_, block)| *block);
                let at = from.map_or(instruction, Block::terminator);
                let by = *built
                    .entry((operand, from))
                    .or_insert_with(|| self.rebuild(&Builder::before(at), operand));
                instruction.set_operand(index as u32, by);
            }
        }
    }

    /// Does the constant hold the address of one of the globals? If so, its address is made ready.
    fn needs(&mut self, constant: Value<'m>, places: &[(Value<'m>, Place)]) -> bool {
        if self.addresses.contains_key(&constant) {
            return true;
        }
        if let Some((_, place)) = places.iter().find(|(global, _)| *global == constant) {
            let address = self.address(*place);
            self.addresses.insert(constant, address);
            return true;
        }
        if !is_compound(constant) {
            return false;
        }
        // Every operand is asked, so that each address is made ready.
        let mut found = false;
        for operand in constant.operands() {
            found |= self.needs(operand, places);
        }
        found
    }

    /// Builds the address where all of the function can use it.
    fn address(&self, place: Place) -> Value<'m> {
        let in_entry = self.function == self.context.entry();
        let top = if in_entry {
            self.context.marker()
        } else {
            self.function.blocks()[0].instructions()[0]
        };
        let build = Builder::before(top);
        match place {
            Place::Shared(offset) if in_entry => {
                build.offset(self.context.shared(), offset, self.types)
            }
            Place::Shared(offset) => {
                let primitive =
                    ir::declare(self.module, c"__chv_shared_base", self.types.pointer, &[]);
                primitive.add_attribute("nounwind");
                build.offset(build.call(primitive, &[]), offset, self.types)
            }
            Place::Variable(number) => {
                let table = self
                    .table
                    .expect("a closure with variables has a table of them");
                let address = build.load(
                    self.types.pointer,
                    build.offset(table, number * 8, self.types),
                );
                // The table is filled before the first launch and never again.
                address.set_invariant();
                address
            }
        }
    }

    /// Builds the constant again, as instructions, from the addresses.
    fn rebuild(&self, build: &Builder<'m>, constant: Value<'m>) -> Value<'m> {
        if let Some(address) = self.addresses.get(&constant) {
            return *address;
        }
        if !is_compound(constant) {
            return constant;
        }
        let operands: Vec<Value<'m>> = constant
            .operands()
            .map(|operand| self.rebuild(build, operand))
            .collect();
        if constant.is_constant_aggregate() {
            let members = operands.into_iter().zip(0..);
            return members.fold(constant.ty().poison(), |whole, (member, index)| {
                build.insert_member(whole, member, index)
            });
        }
        if constant.is_constant_vector() {
            let elements = operands.into_iter().zip(0..);
            return elements.fold(constant.ty().poison(), |whole, (element, index)| {
                build.insert_element(whole, element, self.types.int32.integer(index))
            });
        }
        match constant.opcode() {
            Opcode::LLVMGetElementPtr => build.address_like(constant, &operands),
            opcode if operands.len() == 2 => build.binary(opcode, operands[0], operands[1]),
            opcode => build.cast(opcode, operands[0], constant.ty()),
        }
    }
}

/// Is it a constant made of others?
fn is_compound(constant: Value<'_>) -> bool {
    constant.is_constant_expression()
        || constant.is_constant_aggregate()
        || constant.is_constant_vector()
}
