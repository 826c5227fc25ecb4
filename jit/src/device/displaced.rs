//! Addresses of host memory as kernels get them that are not to touch it: another bit is set, and nothing lies there. An access faults, as on most GPUs, and is told by
//! the address that was meant.

use std::collections::VecDeque;
use std::fs;
use std::sync::Mutex;

use crate::lock::lock;

/// The bit that is changed. A process has nearly all that it has in the highest and lowest parts of its half of the addresses.
const BIT: u64 = 1 << 46;

/// How many displaced arguments are remembered.
const REMEMBERED: usize = 64;

/// An argument that was displaced.
struct Argument {
    /// From 1.
    number: usize,
    /// As the caller gave it.
    address: u64,
    /// The kernel's name for people.
    kernel: String,
    /// The device variable that host code has this address for.
    variable: Option<String>,
}

static ARGUMENTS: Mutex<VecDeque<Argument>> = Mutex::new(VecDeque::new());

/// What a kernel gets instead of an address of host memory as its parameter number `number`, from 1. `variable`: the device variable that host code has this address for.
pub(crate) fn displace(kernel: &str, number: usize, address: u64, variable: Option<String>) -> u64 {
    let mut all = lock(&ARGUMENTS);
    let known = |it: &Argument| it.number == number && it.address == address && it.kernel == kernel;
    if !all.iter().any(known) {
        if all.len() == REMEMBERED {
            all.pop_front();
        }
        all.push_back(Argument {
            number,
            address,
            kernel: kernel.to_owned(),
            variable,
        });
    }
    address ^ BIT
}

/// What was meant by an access where nothing is mapped, in words; none if it went by no displaced address.
pub(super) fn explain(kernel: &str, verb: &str, fault: u64) -> Option<String> {
    let meant = fault ^ BIT;
    let all = lock(&ARGUMENTS);
    let of_kernel = all.iter().filter(|it| it.kernel == kernel);
    let argument = of_kernel.min_by_key(|it| it.address.abs_diff(meant))?;
    let (owner, remedy) = match &argument.variable {
        Some(variable) => (
            format!("the host's own copy of `{variable}`"),
            "take its address from cudaGetSymbolAddress, or name the variable in the kernel",
        ),
        None => (
            owner(meant)?,
            "copy it to memory of cudaMalloc, or use cudaMallocManaged",
        ),
    };
    Some(format!(
        "{verb} host memory at {meant:#x}, {owner}, by argument {}: most GPUs cannot reach it\n\
         {remedy}; `%strict off` lets kernels of this device reach it",
        argument.number
    ))
}

/// Whose memory an address is, in words; none where nothing is mapped.
fn owner(address: u64) -> Option<String> {
    let maps = fs::read_to_string("/proc/self/maps").ok()?;
    let line = maps.lines().find(|line| is_around(line, address))?;
    let path = line.splitn(6, ' ').nth(5).unwrap_or_default().trim();
    Some(match path {
        // The C library has heaps beside `[heap]`, which nothing tells from the data of cells.
        "" | "[heap]" => "of `malloc` or `new`, or of the program's data".to_owned(),
        "[stack]" => "of the stack".to_owned(),
        _ => {
            let name = path.rsplit('/').next().unwrap_or(path);
            format!("of `{name}`")
        }
    })
}

/// Does a line of the list of mappings tell of an address?
pub(crate) fn is_around(line: &str, address: u64) -> bool {
    let range = line.split(' ').next().unwrap_or_default();
    let number = |text: &str| u64::from_str_radix(text, 16).ok();
    let bounds = range.split_once('-').map(|(a, b)| (number(a), number(b)));
    matches!(bounds, Some((Some(start), Some(end))) if (start..end).contains(&address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_access_is_told_by_the_address_that_was_meant() {
        let boxed = Box::new([0; 4]);
        let address = boxed.as_ptr() as u64;
        let displaced = displace("k", 1, address, None);
        assert_ne!(displaced, address);
        assert_eq!(owner(displaced), None, "nothing lies there");
        let told = explain("k", "write to", displaced + 4).unwrap();
        assert!(told.contains(&format!("{:#x}", address + 4)) && told.contains("argument 1"));
        assert_eq!(explain("k", "write to", address), None);
        assert_eq!(explain("j", "write to", displaced), None);
    }
}
