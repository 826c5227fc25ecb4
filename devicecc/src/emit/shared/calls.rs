//! Who calls whom in a closure: whether threads wait for each other in it, and what can be inlined.

use std::collections::HashMap;

use inkwell::module::Module;

use crate::emit::ir::{self, Value};

/// Closures whose code would not grow beyond this when everything is inlined are inlined whole. Unit: LLVM instructions.
const INLINED_INSTRUCTIONS_MAX: u64 = 100_000;

/// In a larger closure, functions beyond this that are called from several places stay calls. Unit: LLVM instructions.
const REPEATED_INSTRUCTIONS_MAX: u64 = 500;

/// Names of primitives that make threads wait for each other.
pub(in crate::emit) const SYNCHRONISING: &[u8] = b"__chv_sync_";

/// What the calls of a closure allow.
pub(in crate::emit) struct Plan<'m> {
    /// Nothing in it waits for another thread, as far as calls tell, and all that it calls can be inlined.
    pub(in crate::emit) plain: bool,
    /// The functions to inline wherever they are called directly.
    pub(in crate::emit) inlined: Vec<Value<'m>>,
}

/// Marks what is to be inlined: all but recursion, very large functions and what the user marked.
pub(in crate::emit) fn mark_inlined(module: &Module<'_>) {
    for function in plan(module).inlined {
        if !function.has_attribute("noinline") {
            function.add_attribute("alwaysinline");
        }
    }
}

/// One function of the closure.
struct Node<'m> {
    function: Value<'m>,
    /// Defined functions that it calls directly, once per call.
    callees: Vec<usize>,
    /// Its own instructions.
    instructions: u64,
    /// Calls of pointers.
    indirect: bool,
    /// Calls of synchronising primitives.
    synchronises: bool,
}

/// Reads the closure's calls.
pub(in crate::emit) fn plan<'m>(module: &'m Module<'_>) -> Plan<'m> {
    let nodes = nodes(module);
    let order = Order::new(&nodes);
    let sizes = order.inlined_sizes(&nodes);
    let crowded = sizes.iter().copied().max().unwrap_or(0) > INLINED_INSTRUCTIONS_MAX;
    let mut callers = vec![0u32; nodes.len()];
    for callee in nodes.iter().flat_map(|node| &node.callees) {
        callers[*callee] += 1;
    }
    let stays = |index: usize| {
        order.recursive[index]
            || nodes[index].function.is_variadic()
            || crowded && callers[index] > 1 && sizes[index] > REPEATED_INSTRUCTIONS_MAX
    };
    let (stay, inlined): (Vec<usize>, Vec<usize>) =
        (0..nodes.len()).partition(|index| stays(*index));
    let plain = stay.is_empty() && !nodes.iter().any(|node| node.indirect || node.synchronises);
    Plan {
        plain,
        inlined: inlined
            .into_iter()
            .map(|index| nodes[index].function)
            .collect(),
    }
}

/// Reads every definition of the module.
fn nodes<'m>(module: &'m Module<'_>) -> Vec<Node<'m>> {
    let functions: Vec<Value<'m>> = ir::functions(module)
        .into_iter()
        .filter(|function| !function.is_declaration())
        .collect();
    let indices: HashMap<Value<'m>, usize> = functions
        .iter()
        .enumerate()
        .map(|(index, function)| (*function, index))
        .collect();
    functions
        .iter()
        .map(|function| {
            let mut node = Node {
                function: *function,
                callees: Vec::new(),
                instructions: 0,
                indirect: false,
                synchronises: false,
            };
            for instruction in function.instructions() {
                node.instructions += 1;
                let Some(callee) = instruction.callee() else {
                    continue;
                };
                if let Some(index) = indices.get(&callee) {
                    node.callees.push(*index);
                }
                node.indirect |= instruction.calls_pointer();
                node.synchronises |=
                    callee.is_function() && callee.name().starts_with(SYNCHRONISING);
            }
            node
        })
        .collect()
}

/// A walk over the call graph in depth.
struct Order {
    /// Callees before callers, but for the calls that close a circle.
    postorder: Vec<usize>,
    /// Functions whose staying calls cuts every circle of calls.
    recursive: Vec<bool>,
}

impl Order {
    fn new(nodes: &[Node<'_>]) -> Order {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            Open,
            Done,
        }
        let mut state = vec![State::New; nodes.len()];
        let mut order = Order {
            postorder: Vec::with_capacity(nodes.len()),
            recursive: vec![false; nodes.len()],
        };
        for root in 0..nodes.len() {
            if state[root] != State::New {
                continue;
            }
            state[root] = State::Open;
            let mut path = vec![(root, 0)];
            while let Some((node, next)) = path.last_mut() {
                let Some(callee) = nodes[*node].callees.get(*next).copied() else {
                    state[*node] = State::Done;
                    order.postorder.push(*node);
                    path.pop();
                    continue;
                };
                *next += 1;
                match state[callee] {
                    State::New => {
                        state[callee] = State::Open;
                        path.push((callee, 0));
                    }
                    State::Open => order.recursive[callee] = true,
                    State::Done => {}
                }
            }
        }
        order
    }

    /// Each function's instructions once all it calls is inlined into it.
    fn inlined_sizes(&self, nodes: &[Node<'_>]) -> Vec<u64> {
        let mut sizes = vec![0u64; nodes.len()];
        for &index in &self.postorder {
            let called = nodes[index]
                .callees
                .iter()
                .filter(|callee| !self.recursive[**callee]);
            sizes[index] = called.fold(nodes[index].instructions, |sum, callee| {
                sum.saturating_add(sizes[*callee])
            });
        }
        sizes
    }
}
