//! Globals that live elsewhere at run time: constants that hold their addresses become instructions.

use std::collections::HashMap;

use crate::emit::ir::{Block, Builder, Opcode, Types, Value};

/// Makes the function take the addresses of some globals from instructions. `address` builds one where all of the function can use it, and
/// gives nothing for what is not one of these globals; it is asked once for each.
pub(in crate::emit) fn relocate<'m>(
    types: &Types<'m>,
    function: Value<'m>,
    address: &mut dyn FnMut(Value<'m>) -> Option<Value<'m>>,
) {
    let mut rewrite = Rewrite {
        address,
        types,
        function,
        addresses: HashMap::new(),
    };
    rewrite.run();
}

/// The rewriting of one function.
struct Rewrite<'a, 'm> {
    address: &'a mut dyn FnMut(Value<'m>) -> Option<Value<'m>>,
    types: &'a Types<'m>,
    function: Value<'m>,
    /// The address of each global that the function uses.
    addresses: HashMap<Value<'m>, Value<'m>>,
}

impl<'m> Rewrite<'_, 'm> {
    fn run(&mut self) {
        for instruction in self.function.instructions() {
            let incoming = if instruction.opcode() == Opcode::LLVMPHI {
                instruction.incoming()
            } else {
                Vec::new()
            };
            // A phi that names a block twice takes the same value both times.
            let mut built: HashMap<(Value<'m>, Option<Block<'m>>), Value<'m>> = HashMap::new();
            let operands: Vec<Value<'m>> = instruction.operands().collect();
            // A call of a function needs no address. The callee is a call's last operand.
            let callee = instruction.callee().map(|_| operands.len() - 1);
            for (index, operand) in operands.into_iter().enumerate() {
                let is_called = callee == Some(index) && operand.is_function();
                if is_called || !operand.is_constant() || !self.needs(operand) {
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
    fn needs(&mut self, constant: Value<'m>) -> bool {
        if self.addresses.contains_key(&constant) {
            return true;
        }
        if let Some(address) = (self.address)(constant) {
            self.addresses.insert(constant, address);
            return true;
        }
        if !is_compound(constant) {
            return false;
        }
        // Every operand is asked, so that each address is made ready.
        let mut found = false;
        for operand in constant.operands() {
            found |= self.needs(operand);
        }
        found
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
