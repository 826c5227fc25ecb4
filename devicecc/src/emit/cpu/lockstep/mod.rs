//! Lanes of a warp in step, where a kernel counts on it.
//!
//! A fiber runs until its thread synchronises, so the lanes of a warp run one after the other. On a GPU they go through straight code
//! together: each lane reads before any lane writes what is written next. Code for GPUs before Volta counts on that, such as the last
//! steps of many reductions. So a point is put in front of an access that could meet an earlier one of another lane, if no
//! synchronisation lies between: there a lane waits until all lanes of its warp wait or have returned. Those that are behind then go on first.
//!
//! Accesses to shared memory, and volatile ones to the device's, get points unless lanes provably do not meet; what else there is to the
//! device's memory only if neighbours certainly do. Stores are taken not to meet other stores if their places follow from the
//! threads' numbers alone and do not certainly meet.

mod access;
mod body;
mod conflict;
mod guard;
mod index;
mod order;
mod pending;
mod plan;
mod sum;

use std::collections::HashSet;

use inkwell::module::Module;

use self::access::Spaces;
use self::body::Body;
use self::order::Flow;
use self::plan::Plan;
use super::context::ThreadContext;
use super::spin;
use crate::emit::ir::{self, Builder, Types, Value};

/// Where lanes have to wait for each other, and the number of each point.
pub(super) struct Points<'m> {
    before: Vec<(Value<'m>, u64)>,
}

impl<'m> Points<'m> {
    /// Finds the points of a kernel and of the functions that it calls.
    pub(super) fn find(module: &'m Module<'_>, thread: &ThreadContext<'m>) -> Points<'m> {
        let spaces = Spaces::new(module, thread);
        let places = index::asked_places(module);
        let functions = callees_first(module);
        let touching = touching(&functions, &spaces, module);
        let mut points = Points { before: Vec::new() };
        let mut stepping: HashSet<Value<'m>> = HashSet::new();
        let mut numbered = 0;
        for function in &functions {
            let in_entry = *function == thread.entry();
            let beyond = in_entry.then(|| thread.marker().block());
            let flow = Flow::new(*function, beyond);
            let body = Body::read(module, &flow, in_entry, &spaces, &touching);
            let found = pending::points(&body, &flow, places);
            let calls = body.calls_among(&stepping);
            if found.is_empty() && calls.is_empty() {
                continue;
            }
            stepping.insert(*function);
            let waiting =
                spin::waiting_back_edges(*function, beyond.unwrap_or_else(|| function.blocks()[0]));
            let waiting = waiting.iter().map(|block| flow.graph.indices[block]);
            let plan = Plan {
                flow: &flow,
                body: &body,
                found,
                calls,
                waiting: waiting.collect(),
            };
            plan.number(&mut numbered, &mut points.before);
        }
        points
    }

    /// Does the kernel need none?
    pub(super) fn is_empty(&self) -> bool {
        self.before.is_empty()
    }

    /// The first that stands in a loop that waits for other threads.
    pub(super) fn waiting(&self) -> Option<Value<'m>> {
        let waits = |(_, number): &&(Value<'m>, u64)| number & plan::WAITS != 0;
        self.before.iter().find(waits).map(|(before, _)| *before)
    }

    /// Puts the points into the code.
    pub(super) fn insert(&self, module: &'m Module<'_>) {
        if self.is_empty() {
            return;
        }
        let types = Types::new(module);
        let primitive = ir::declare(module, c"__chv_sync_step", types.void, &[types.int32]);
        primitive.add_attribute("nounwind");
        primitive.add_attribute("convergent");
        for (before, number) in &self.before {
            Builder::before(*before).call(primitive, &[types.int32.integer(*number)]);
        }
    }
}

/// The module's functions, those that others call before these.
fn callees_first<'m>(module: &'m Module<'_>) -> Vec<Value<'m>> {
    let mut order = Vec::new();
    let mut seen = HashSet::new();
    for root in ir::functions(module)
        .into_iter()
        .filter(|function| !function.is_declaration())
    {
        let mut path = vec![(root, false)];
        while let Some((function, done)) = path.pop() {
            if done {
                order.push(function);
                continue;
            }
            if !seen.insert(function) {
                continue;
            }
            path.push((function, true));
            let callees = function.instructions().into_iter();
            path.extend(
                callees
                    .filter_map(Value::called_function)
                    .filter(|callee| !callee.is_declaration())
                    .map(|callee| (callee, false)),
            );
        }
    }
    order
}

/// The functions that access memory in which lanes can meet, themselves or by what they call.
fn touching<'m>(
    functions: &[Value<'m>],
    spaces: &Spaces<'m>,
    module: &Module<'_>,
) -> HashSet<Value<'m>> {
    let mut found = HashSet::new();
    if functions.len() < 2 {
        return found;
    }
    loop {
        let before = found.len();
        for function in functions {
            let touches = function.instructions().into_iter().any(|instruction| {
                spaces.may_be_shared(instruction, module)
                    || instruction
                        .called_function()
                        .is_some_and(|callee| found.contains(&callee))
                    || instruction.calls_pointer() && !found.is_empty()
            });
            if touches {
                found.insert(*function);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}
