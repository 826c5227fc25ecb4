//! Functions that code reaches by address: each has a thunk, whose address is the function's wherever that is stored, and which jumps to the newest
//! definition.
//!
//! A cell that is the first to take the address of `f` brings its thunk along, and the thunk is there before the cell's variables are: `{f}` may be their
//! initial value. The code of `f` itself comes as kernels do, through a slot whose symbol begins with `&`. When it is loaded, the thunk is led there.
//! Kernels that call what an address leads to wait for all such slots.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use super::devices::Devices;
use crate::device::{Completion, Copy, KernelId};
use crate::link::PrivateObject;
use crate::lock::lock;

const ADDRESS_BYTES: usize = size_of::<u64>();

/// An array of addresses in a code object that stays loaded.
pub(super) struct Addresses {
    place: Place,
    count: usize,
}

/// Where it lies.
enum Place {
    /// In this process; each device has an object of its own, by its number.
    Host(Vec<(usize, usize)>),
    /// In a code object that devices have loaded, under this name.
    Device(KernelId, String),
}

impl Addresses {
    /// That of a name in linked objects, if there are any: else `on_device` tells once the device has loaded the image.
    pub(super) fn linked(
        objects: &[(usize, PrivateObject)],
        name: &str,
        count: usize,
    ) -> Result<Option<Addresses>, String> {
        if objects.is_empty() {
            return Ok(None);
        }
        let places = objects.iter().map(|(number, object)| {
            let address = object.address(name);
            let address = address.filter(|it| it.is_multiple_of(align_of::<AtomicU64>()));
            Ok((*number, address.ok_or_else(|| missing(name))?))
        });
        Ok(Some(Addresses {
            place: Place::Host(places.collect::<Result<_, String>>()?),
            count,
        }))
    }

    /// That of a name in the code object of a loaded kernel.
    pub(super) fn on_device(kernel: KernelId, name: String, count: usize) -> Addresses {
        Addresses {
            place: Place::Device(kernel, name),
            count,
        }
    }

    /// Where it lies on a device.
    fn on(&self, devices: &Devices, number: usize) -> Result<u64, String> {
        match &self.place {
            Place::Host(places) => {
                let found = places.iter().find(|(device, _)| *device == number);
                found.map_or_else(
                    || Err("it is not there on this device".to_owned()),
                    |(_, address)| Ok(*address as u64),
                )
            }
            Place::Device(kernel, name) => {
                let bytes = self.count * ADDRESS_BYTES;
                let place = devices.get(number).place(*kernel, name, bytes);
                place.map_err(|error| format!("{}: {error}", missing(name)))
            }
        }
    }

    /// The addresses.
    fn read(&self, devices: &Devices, number: usize) -> Result<Vec<u64>, String> {
        let mut read = vec![0u64; self.count];
        let to = read.as_mut_ptr() as u64;
        self.copy(devices, number, to, self.on(devices, number)?, self.count)?;
        Ok(read)
    }

    /// Changes one of them.
    fn write(
        &self,
        devices: &Devices,
        number: usize,
        index: usize,
        address: u64,
    ) -> Result<(), String> {
        let at = self.on(devices, number)? + (index * ADDRESS_BYTES) as u64;
        if let Place::Host(_) = self.place {
            // SAFETY: the array is writable and has more than `index` elements, as the compiler emits it; `linked` has checked its alignment, and its
            // code object stays.
            unsafe { AtomicU64::from_ptr(at as *mut u64) }.store(address, Ordering::Release);
            return Ok(());
        }
        self.copy(devices, number, at, &raw const address as u64, 1)
    }

    fn copy(
        &self,
        devices: &Devices,
        number: usize,
        to: u64,
        from: u64,
        count: usize,
    ) -> Result<(), String> {
        let stream = devices.stream(number).map_err(|it| it.to_string())?;
        let copy = Copy::linear(to, from, count * ADDRESS_BYTES);
        // SAFETY: one side is the array, which has so many elements and stays loaded, the other the caller's, and the copy is done when this returns.
        unsafe { devices.get(number).copy(stream, &copy, Completion::Done) }
            .map_err(|error| error.to_string())
    }
}

fn missing(name: &str) -> String {
    format!("its code object has no `{name}`")
}

/// The array that has a function's newest code, and the place in that; none before it has come.
type Led = Option<(Arc<Addresses>, usize)>;

/// The thunks of one cell.
pub(super) struct Thunks {
    /// Symbols of their functions, in order.
    functions: Vec<String>,
    /// Where they lie.
    entries: Addresses,
    /// Where they lead.
    targets: Addresses,
    /// What each of them leads to.
    led: Mutex<Vec<Led>>,
    /// Their addresses by the devices' numbers; none where nothing has asked yet.
    known: Box<[OnceLock<Vec<u64>>]>,
}

impl Thunks {
    /// Those of these functions. `devices`: how many there are.
    pub(super) fn new(
        functions: Vec<String>,
        entries: Addresses,
        targets: Addresses,
        devices: usize,
    ) -> Thunks {
        Thunks {
            led: Mutex::new(vec![None; functions.len()]),
            functions,
            entries,
            targets,
            known: (0..devices).map(|_| OnceLock::new()).collect(),
        }
    }

    /// Gives the functions other names.
    pub(super) fn rename(&mut self, functions: &[String]) {
        self.functions = functions.to_vec();
    }

    /// The place of a function's thunk.
    fn index(&self, symbol: &str) -> Option<usize> {
        self.functions.iter().position(|it| it == symbol)
    }

    /// The address of a function on a device.
    pub(super) fn address(
        &self,
        devices: &Devices,
        symbol: &str,
        number: usize,
    ) -> Option<Result<u64, String>> {
        let index = self.index(symbol)?;
        Some(self.all(devices, number).map(|all| all[index]))
    }

    fn all(&self, devices: &Devices, number: usize) -> Result<&[u64], String> {
        let known = &self.known[number];
        if known.get().is_none() {
            let read = self.entries.read(devices, number)?;
            // Whoever was quicker has read the same.
            let _ = known.set(read);
        }
        Ok(known.get().map_or(&[], Vec::as_slice))
    }

    /// Leads a thunk to a function's code on a device.
    fn lead(
        &self,
        devices: &Devices,
        number: usize,
        index: usize,
        code: u64,
    ) -> Result<(), String> {
        match code {
            // Nothing defines it yet.
            0 => Ok(()),
            code => self.targets.write(devices, number, index, code),
        }
    }
}

/// The thunks of each function's symbol with the cells that made them, oldest first.
type Known = HashMap<String, Vec<(u32, Arc<Thunks>)>>;

fn known() -> MutexGuard<'static, Known> {
    static KNOWN: OnceLock<Mutex<Known>> = OnceLock::new();
    lock(KNOWN.get_or_init(Mutex::default))
}

/// All that there are for a function: units of one program have one each.
fn all_of(symbol: &str) -> Vec<Arc<Thunks>> {
    let known = known();
    let list = known.get(symbol).into_iter().flatten();
    list.map(|(_, thunks)| Arc::clone(thunks)).collect()
}

fn newest(symbol: &str) -> Option<Arc<Thunks>> {
    let known = known();
    let (_, newest) = known.get(symbol)?.last()?;
    Some(Arc::clone(newest))
}

/// The address of a function by its symbol, on a device; none if it has no thunk.
pub(super) fn address_of(
    devices: &Devices,
    symbol: &str,
    number: usize,
) -> Option<Result<u64, String>> {
    newest(symbol)?.address(devices, symbol, number)
}

/// Makes a cell's thunks known.
pub(super) fn add(cell: u32, thunks: Thunks) {
    let thunks = Arc::new(thunks);
    let mut known = known();
    for symbol in &thunks.functions {
        let list = known.entry(symbol.clone()).or_default();
        list.push((cell, Arc::clone(&thunks)));
    }
}

/// Forgets the thunks that cells from `first` on made. Their code stays, because pointers of the user may lead to it.
pub(super) fn undo(first: u32) {
    known().retain(|_, list| {
        list.retain(|(cell, _)| *cell < first);
        !list.is_empty()
    });
}

/// Forgets the thunks of these functions.
pub(super) fn remove(functions: &[String]) {
    let mut known = known();
    for symbol in functions {
        known.remove(symbol);
    }
}

/// Leads the thunks of these functions to their newest code, whose addresses an array has in the same order, on all devices in use.
pub(super) fn lead_to(
    devices: &Devices,
    functions: &[String],
    code: Addresses,
) -> Result<(), String> {
    let code = Arc::new(code);
    for number in devices.used() {
        let addresses = code.read(devices, number)?;
        for (symbol, address) in functions.iter().zip(addresses) {
            for thunks in all_of(symbol) {
                if let Some(index) = thunks.index(symbol) {
                    thunks.lead(devices, number, index, address)?;
                }
            }
        }
    }
    for (place, symbol) in functions.iter().enumerate() {
        for thunks in all_of(symbol) {
            if let Some(index) = thunks.index(symbol) {
                lock(&thunks.led)[index] = Some((Arc::clone(&code), place));
            }
        }
    }
    Ok(())
}

/// Leads all thunks to their functions' code on a device that comes into use.
pub(super) fn lead_on(devices: &Devices, number: usize) -> Result<(), String> {
    let all: Vec<Arc<Thunks>> = {
        let known = known();
        let lists = known.values().flatten();
        lists.map(|(_, thunks)| Arc::clone(thunks)).collect()
    };
    for thunks in all {
        let led = lock(&thunks.led).clone();
        for (index, code) in led.iter().enumerate() {
            if let Some((code, place)) = code {
                let address = code.read(devices, number)?[*place];
                thunks.lead(devices, number, index, address)?;
            }
        }
    }
    Ok(())
}
