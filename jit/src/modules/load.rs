//! Bringing kernels and device variables into being: linking, storage, initial data.

use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::slot::{name_kernel, slot_named};
use super::variable::{Variable, add_variable, variable_named};
use crate::device::{
    self, Completion, Copy, Device, Fill, Linked, LoadedKernel, MemoryKind, StreamId, StreamOptions,
};
use crate::link::{LinkError, Linker, PrivateObject, process_symbol};
use crate::runtime;
use crate::wire::{KernelImage, KernelName, Space, VariableImage};

/// Loads what the session sends. Its methods can be called from any thread.
pub(crate) struct Modules {
    linker: &'static Linker,
    device: Arc<dyn Device>,
    /// For initial data of variables: it must not wait for work of the user.
    stream: StreamId,
    primitives: HashMap<&'static str, usize>,
    /// Kernels that came before the cell that makes the variables they use.
    waiting: Mutex<Vec<KernelImage>>,
}

/// Variables of a cell that is not linked yet: they have storage and nobody sees them. Dropping this frees them.
pub(crate) struct NewVariables {
    device: Arc<dyn Device>,
    variables: Vec<Variable>,
}

impl NewVariables {
    /// The host address that stands for a variable.
    pub(crate) fn shadow(&self, symbol: &str) -> Option<usize> {
        self.find(symbol).map(|variable| variable.shadow)
    }

    fn find(&self, symbol: &str) -> Option<&Variable> {
        self.variables
            .iter()
            .find(|variable| variable.symbol == symbol)
    }
}

impl Drop for NewVariables {
    fn drop(&mut self) {
        for variable in &self.variables {
            // SAFETY: the address came from `allocate` with this kind; nobody else has seen it. A failure only costs the memory.
            drop(unsafe { self.device.free(variable.storage, kind_of(variable.space)) });
        }
    }
}

impl Modules {
    pub(crate) fn new(
        linker: &'static Linker,
        device: Arc<dyn Device>,
        primitives: HashMap<&'static str, usize>,
    ) -> device::Result<Modules> {
        let stream = device.create_stream(StreamOptions {
            blocking: false,
            priority: 0,
        })?;
        Ok(Modules {
            linker,
            device,
            stream,
            primitives,
            waiting: Mutex::default(),
        })
    }

    /// Loads a kernel into its slot, or keeps it until the variables it uses exist.
    pub(crate) fn add_kernel(&self, image: KernelImage) {
        // Held while looking, so that a cell that makes the variables at the same time finds the image waiting.
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let missing = image
            .variables
            .iter()
            .any(|symbol| variable_named(symbol).is_none());
        if missing && !slot_named(&image.symbol).is_named() {
            waiting.push(image);
            return;
        }
        drop(waiting);
        self.load(&image);
    }

    /// Makes launches of a kernel fail.
    pub(crate) fn fail_kernel(&self, symbol: &str, message: String) {
        slot_named(symbol).set_failed(message);
    }

    /// Gives storage with its initial data to a cell's variables.
    pub(crate) fn create_variables(
        &self,
        images: &[VariableImage],
    ) -> Result<NewVariables, String> {
        let mut new = NewVariables {
            device: Arc::clone(&self.device),
            variables: Vec::new(),
        };
        for image in images {
            let variable = self
                .create_variable(image)
                .map_err(|error| format!("variable `{}`: {error}", image.display))?;
            new.variables.push(variable);
        }
        // After all have storage: initial data may point to any of them.
        for image in images {
            self.initialise(image, &new)
                .map_err(|message| format!("variable `{}`: {message}", image.display))?;
        }
        Ok(new)
    }

    /// Makes a cell's variables and kernels known, and loads the kernels that waited for them.
    pub(crate) fn commit(&self, mut new: NewVariables, kernels: &[KernelName]) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        for variable in std::mem::take(&mut new.variables) {
            runtime::adopt_variable(variable.storage, variable.bytes, kind_of(variable.space));
            add_variable(variable);
        }
        for kernel in kernels {
            name_kernel(&kernel.symbol, &kernel.display);
        }
        let can_load = |image: &mut KernelImage| {
            slot_named(&image.symbol).is_named()
                || image
                    .variables
                    .iter()
                    .all(|symbol| variable_named(symbol).is_some())
        };
        let ready: Vec<KernelImage> = waiting.extract_if(.., can_load).collect();
        drop(waiting);
        ready.iter().for_each(|image| self.load(image));
    }

    fn load(&self, image: &KernelImage) {
        let slot = slot_named(&image.symbol);
        match self.load_on_device(image) {
            // The superseded kernel, if there was one, is unloaded when no launch needs it any more.
            Ok(kernel) => drop(slot.set_ready(&image.display, Arc::new(kernel))),
            Err(message) => slot.set_failed(format!(
                "kernel `{}` could not be loaded: {message}",
                image.display
            )),
        }
    }

    fn load_on_device(&self, image: &KernelImage) -> Result<LoadedKernel, String> {
        let mut variables = Vec::with_capacity(image.variables.len());
        for symbol in &image.variables {
            let variable = variable_named(symbol)
                .ok_or_else(|| format!("device variable `{symbol}` does not exist"))?;
            variables.push(variable.storage);
        }
        let object = self
            .linker
            .add_private(&image.object, |name| {
                self.primitives
                    .get(name)
                    .copied()
                    .or_else(|| process_symbol(name))
            })
            .map_err(explain)?;
        let entry = object
            .address(&image.entry)
            .ok_or_else(|| format!("its object does not define `{}`", image.entry))?;
        fill_table(&object, image, &variables)?;
        let linked = Linked {
            entry,
            variables,
            code: Some(Box::new(object)),
        };
        // SAFETY: `entry` is the image's entry, just linked; the compiler lays code objects out as ARCHITECTURE.md says.
        unsafe { LoadedKernel::load(&self.device, image, linked) }
            .map_err(|error| error.to_string())
    }

    fn create_variable(&self, image: &VariableImage) -> Result<Variable, String> {
        let bytes = usize::try_from(image.bytes)
            .map_err(|_| "too large".to_owned())?
            .max(1);
        let kind = kind_of(image.space);
        let storage = self
            .device
            .allocate(bytes, kind)
            .map_err(|error| error.to_string())?;
        let shadow = match image.space {
            Space::Managed => storage as usize,
            Space::Device | Space::Constant => new_shadow(bytes, image.align as usize)?,
        };
        Ok(Variable {
            symbol: image.symbol.clone(),
            display: image.display.clone(),
            space: image.space,
            bytes,
            shadow,
            storage,
        })
    }

    fn initialise(&self, image: &VariableImage, new: &NewVariables) -> Result<(), String> {
        let variable = new.find(&image.symbol).ok_or("has no storage")?;
        let Some(init) = &image.init else {
            let (bytes, target) = (variable.bytes, variable.storage);
            let fill = Fill {
                target,
                value: 0,
                element_bytes: 1,
                width: bytes,
                height: 1,
                depth: 1,
                pitch: bytes,
                slice: bytes,
            };
            // SAFETY: the storage has that many bytes.
            return unsafe { self.device.fill(self.stream, &fill, Completion::Done) }
                .map_err(|error| error.to_string());
        };
        let storage_of = |name: &str| {
            let symbol = name.strip_prefix("__chv_var.")?;
            new.find(symbol)
                .map(|variable| variable.storage)
                .or_else(|| Some(variable_named(symbol)?.storage))
                .map(|it| it as usize)
        };
        let object = self.linker.add_private(init, storage_of).map_err(explain)?;
        let data = object
            .address(&image.init_symbol)
            .ok_or("its initial data lacks its symbol")?;
        let copy = Copy::linear(variable.storage, data as u64, variable.bytes);
        // SAFETY: the storage has that many bytes, and so has the initial data, which stays until the copy is done.
        unsafe { self.device.copy(self.stream, &copy, Completion::Done) }
            .map_err(|error| error.to_string())
    }
}

fn kind_of(space: Space) -> MemoryKind {
    match space {
        Space::Device | Space::Constant => MemoryKind::Device,
        Space::Managed => MemoryKind::Managed,
    }
}

/// Writes the variables' addresses into the object's table. Each loaded kernel has an object, and so a table, of its own.
fn fill_table(
    object: &PrivateObject,
    image: &KernelImage,
    variables: &[u64],
) -> Result<(), String> {
    if variables.is_empty() {
        return Ok(());
    }
    let name = format!("{}_vars", image.entry);
    let table = object
        .address(&name)
        .ok_or_else(|| format!("its object does not define `{name}`"))?;
    for (index, address) in variables.iter().enumerate() {
        // SAFETY: the compiler emits a writable table of one pointer per variable of the image, and no launch uses it yet.
        unsafe { (table as *mut u64).add(index).write_unaligned(*address) };
    }
    Ok(())
}

/// Host memory that stands for a variable; it stays for ever, because host code may hold its address.
fn new_shadow(bytes: usize, align: usize) -> Result<usize, String> {
    let layout = Layout::from_size_align(bytes, align.max(1)).map_err(|error| error.to_string())?;
    // SAFETY: the size is not zero.
    let address = unsafe { alloc_zeroed(layout) };
    if address.is_null() {
        handle_alloc_error(layout);
    }
    Ok(address as usize)
}

fn explain(error: LinkError) -> String {
    match error {
        LinkError::Undefined(symbols) => format!("undefined: {}", symbols.join(", ")),
        LinkError::Failed(message) => message,
    }
}
