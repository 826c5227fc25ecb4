//! What of a function's code matters for lanes that can meet in memory.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use inkwell::module::Module;

use super::access::{self, Access, Space, Spaces};
use super::guard::Guard;
use super::index::Reader;
use super::order::Flow;
use super::sum::Atom;
use crate::emit::ir::Value;
use crate::emit::shared::calls::SYNCHRONISING;

/// Something that matters in a block, in order.
pub(super) enum Event {
    /// An access, by its number.
    Access(usize),
    /// Lanes synchronise: what was before is over.
    Synchronised,
}

/// What matters of a function.
pub(super) struct Body<'m> {
    pub(super) accesses: Vec<Access<'m>>,
    /// By block: what happens at which instruction.
    pub(super) events: Vec<Vec<(usize, Event)>>,
    /// The instructions of each block.
    pub(super) instructions: Vec<Vec<Value<'m>>>,
    /// The loops in which the values that atoms stand for are computed.
    pub(super) computed_in: HashMap<Atom, Vec<usize>>,
}

impl<'m> Body<'m> {
    /// Reads a function.
    pub(super) fn read(
        module: &'m Module<'_>,
        flow: &Flow<'m>,
        in_entry: bool,
        spaces: &Spaces<'m>,
        touching: &HashSet<Value<'m>>,
    ) -> Body<'m> {
        let blocks = &flow.graph.blocks;
        let mut reader = Reader::new(module, flow, in_entry);
        let mut body = Body {
            accesses: Vec::new(),
            events: Vec::new(),
            instructions: blocks.iter().map(|block| block.instructions()).collect(),
            computed_in: HashMap::new(),
        };
        for block in 0..blocks.len() {
            let mut guard: Option<Rc<Guard>> = None;
            let mut events = Vec::new();
            for (position, instruction) in body.instructions[block].iter().enumerate() {
                if synchronises(*instruction) {
                    events.push((position, Event::Synchronised));
                    continue;
                }
                let calls = calls_one_of(*instruction, touching);
                if !calls && !access::may_touch(*instruction) {
                    continue;
                }
                let guard = guard
                    .get_or_insert_with(|| Rc::new(Guard::of(block, flow, &mut reader)))
                    .clone();
                let found = if calls {
                    vec![Access::anything(&guard)]
                } else {
                    spaces.accesses(*instruction, block, &guard, module, &mut reader)
                };
                for access in found {
                    events.push((position, Event::Access(body.accesses.len())));
                    body.accesses.push(access);
                }
            }
            body.events.push(events);
        }
        body.leave_out_one_way();
        body.note_loops(flow, &reader);
        body
    }

    /// Forgets accesses to the device's memory that are not volatile, unless the same parameter or variable is both read and written.
    fn leave_out_one_way(&mut self) {
        let plain = |access: &Access<'m>| match access.space {
            Space::Device(base) if !access.volatile => Some(base),
            _ => None,
        };
        let accesses = &self.accesses;
        let both = |base: Value<'m>| {
            let of_it = || {
                accesses
                    .iter()
                    .filter(move |it| it.space == Space::Device(Some(base)))
            };
            of_it().any(|it| it.reads) && of_it().any(|it| it.writes)
        };
        let mut known: HashMap<Value<'m>, bool> = HashMap::new();
        let mut kept = |access: &Access<'m>| match plain(access) {
            None => true,
            Some(None) => false,
            Some(Some(base)) => !access.atomic && *known.entry(base).or_insert_with(|| both(base)),
        };
        for events in &mut self.events {
            events.retain(|(_, event)| match event {
                Event::Access(number) => kept(&accesses[*number]),
                Event::Synchronised => true,
            });
        }
    }

    fn note_loops(&mut self, flow: &Flow<'m>, reader: &Reader<'_, 'm, '_>) {
        let atoms: BTreeSet<Atom> = (self.accesses.iter())
            .flat_map(|access| access.spot.atoms())
            .collect();
        for atom in atoms {
            if let Some(value) = reader.value_of(atom) {
                let loops = flow.around_value(value).to_vec();
                self.computed_in.insert(atom, loops);
            }
        }
    }

    /// The blocks that call one of the functions.
    pub(super) fn calls_among(&self, functions: &HashSet<Value<'m>>) -> Vec<usize> {
        let calls = |block: &usize| {
            let instructions = &self.instructions[*block];
            instructions.iter().any(|it| calls_one_of(*it, functions))
        };
        (0..self.instructions.len()).filter(calls).collect()
    }
}

/// Do lanes wait for each other at the instruction? All of the kernel begins anew at its marker.
fn synchronises(instruction: Value<'_>) -> bool {
    instruction.called_function().is_some_and(|function| {
        let name = function.name();
        name == b"chv.context" || name.starts_with(SYNCHRONISING) && name != b"__chv_sync_yield"
    })
}

fn calls_one_of<'m>(instruction: Value<'m>, functions: &HashSet<Value<'m>>) -> bool {
    match instruction.called_function() {
        Some(function) => functions.contains(&function),
        None => !functions.is_empty() && instruction.calls_pointer(),
    }
}
