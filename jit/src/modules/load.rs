//! Loading of kernels into their slots, and what cells and `Undo` change for those that are loaded.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use super::binding::{Table, Tables};
use super::delivery::{Delivery, LinkedImage, MadeCode};
use super::generations::Verdict;
use super::launch_queue::launches;
use super::manager::{Modules, explain};
use super::new_variables::{NewVariables, kind_of};
use super::slot::{Slot, all_slots, slot_named};
use super::spare_text;
use super::thunks;
use super::variable::{Variable, add_variable, all_variables, undo_variables, variable_named};
use crate::device::{Error, Linked, LoadedKernel, MemoryKind, RegionsCode};
use crate::link::{PrivateObject, process_symbol};
use crate::wire::{CodeKind, Definition, Edition, KernelImage, KernelName, Target, VariableImage};

/// Nanoseconds that loading code objects took and that nobody has been told of.
static LOADING_NS: AtomicU64 = AtomicU64::new(0);

/// The code of a kernel with barriers that runs whole blocks, if its code object has it.
fn regions_code(image: &KernelImage, object: &PrivateObject) -> Option<RegionsCode> {
    let name = format!("{}_regions", image.entry);
    Some(RegionsCode {
        needs: object.address(&format!("{name}_needs"))?,
        entry: object.address(&name)?,
    })
}

/// What a code object defines that must stay loaded, because memory may hold addresses in it.
fn stays_symbol(image: &KernelImage) -> String {
    format!("{}_stays", image.entry)
}

/// What a code object defines that calls what addresses lead to.
fn calls_symbol(image: &KernelImage) -> String {
    format!("{}_calls", image.entry)
}

/// The parameters of a kernel whose pointers serve accesses alone, a bit for each, as its code object tells.
fn followed(image: &KernelImage, object: &PrivateObject) -> u32 {
    let told = object.address(&format!("{}_followed", image.entry));
    // SAFETY: the compiler puts a word of 32 bits there, and the object is here.
    told.map_or(0, |at| unsafe { (at as *const u32).read() })
}

impl Modules {
    /// Brings the session's variables and kernels to a device that a thread has chosen; nothing if they are there. The error is for people.
    pub(crate) fn use_device(&self, number: usize) -> Result<(), String> {
        let tables = self.tables();
        if self.devices.used().contains(&number) {
            return Ok(());
        }
        let variables = all_variables();
        self.bring(&variables, &[], number)?;
        for variable in variables {
            self.adopt(variable);
        }
        tables.fill_for(&self.devices, number)?;
        thunks::lead_on(&self.devices, number)?;
        self.devices.note_used(number);
        Ok(())
    }

    /// Nanoseconds that a device's loading of code objects took since the last call, on all threads.
    pub(crate) fn take_loading_ns(&self) -> u64 {
        LOADING_NS.swap(0, Ordering::Relaxed)
    }

    /// Would this image be loaded, or kept until its cell is linked?
    pub(crate) fn wants(&self, image: &KernelImage) -> bool {
        let draft = image.edition == Edition::Draft;
        slot_named(&image.symbol).wants(image.cell, draft)
    }

    /// Loads a kernel into its slot, or keeps it until its cell is linked, or drops it if it is superseded. Gives the code object that had to be made for that.
    pub(crate) fn add_kernel(&self, image: KernelImage) -> Option<MadeCode> {
        let slot = slot_named(&image.symbol);
        let (generation, draft) = (image.cell, image.edition == Edition::Draft);
        if !slot.wants(generation, draft) {
            return None;
        }
        let mut made = None;
        // Not under the lock, and before the cell is there: this is what takes time.
        let content = self
            .prepare(image, &mut made)
            .map_err(|message| not_loaded(&message));
        self.deliver(
            slot,
            Delivery {
                generation,
                draft,
                content,
            },
        );
        made
    }

    /// Makes launches of a kernel fail, under the same rules as an image of that generation.
    pub(crate) fn fail_kernel(&self, symbol: &str, generation: u32, message: String) {
        let content = Err(message);
        self.deliver(
            slot_named(symbol),
            Delivery {
                generation,
                draft: false,
                content,
            },
        );
    }

    /// Those of a cell's variables that it does not share with an earlier cell.
    pub(crate) fn new_variables<'a>(
        &self,
        images: &'a [VariableImage],
        definitions: &[Definition],
    ) -> Vec<&'a VariableImage> {
        let shared = |image: &&VariableImage| {
            let stays = |it: &Definition| !it.fresh && it.symbol == image.symbol;
            definitions.iter().any(stays) && variable_named(&image.symbol).is_some()
        };
        images.iter().filter(|image| !shared(image)).collect()
    }

    /// Makes the variables and kernels of a linked cell known; kernels in slots use the new variables from now on. If the cell runs next, those of its
    /// kernels that have come are loaded at once.
    pub(crate) fn commit(&self, cell: u32, runs: bool, new: NewVariables, kernels: &[KernelName]) {
        let (new, thunks) = new.take();
        for thunks in thunks {
            thunks::add(cell, thunks);
        }
        let symbols: Vec<String> = new.iter().map(|variable| variable.symbol.clone()).collect();
        self.wait_for_users(&symbols);
        let mut tables = self.tables();
        let late: Vec<&Variable> = new.iter().collect();
        for number in self.devices.used().into_iter().skip(1) {
            // Only where a device has come into use since they were made. Without storage there, kernels that use them cannot be loaded.
            drop(self.bring(&late, &[], number));
        }
        for variable in new {
            self.adopt(add_variable(cell, variable));
        }
        tables.refill(&self.devices, symbols.iter().map(String::as_str));
        for kernel in kernels {
            let slot = slot_named(&kernel.symbol);
            tables.remove(slot.symbol());
            let mut come = slot.name(&kernel.display, cell);
            if !runs {
                come = come.and_then(|delivery| self.unless_unhurried(slot, delivery));
            }
            if let Some(delivery) = come {
                self.load(&mut tables, slot, delivery);
            }
        }
    }

    /// Empties the slots of kernels that cells from `first` on name: they take what comes after this.
    pub(crate) fn undo_kernels(&self, first: u32) {
        let mut tables = self.tables();
        for slot in all_slots() {
            if slot.undo(first) {
                tables.remove(slot.symbol());
            }
        }
    }

    /// Takes back the variables of all cells from `first` on: kernels use what those had hidden.
    ///
    /// Their storage stays, because pointers of the user may lead to it.
    pub(crate) fn undo_variables(&self, first: u32) {
        thunks::undo(first);
        let undone = undo_variables(first);
        self.wait_for_users(&undone);
        self.tables()
            .refill(&self.devices, undone.iter().map(String::as_str));
    }

    /// A kernel that runs must not see one variable's old storage and another one's new.
    fn wait_for_users(&self, variables: &[String]) {
        let used = self.tables().any_uses(variables.iter().map(String::as_str));
        if used {
            self.devices.synchronize();
        }
    }

    fn deliver(&self, slot: &'static Slot, delivery: Delivery) {
        let mut tables = self.tables();
        match slot.judge(delivery.generation, delivery.draft) {
            Verdict::Take => {
                if let Some(delivery) = self.unless_held(slot, delivery) {
                    self.load(&mut tables, slot, delivery);
                }
            }
            Verdict::KeepAside => slot.keep_aside(delivery),
            Verdict::Drop => {}
        }
    }

    /// Puts a kernel into its slot. The one that it supersedes is unloaded when no launch needs it any more.
    pub(super) fn load(&self, tables: &mut Tables, slot: &'static Slot, delivery: Delivery) {
        let draft = delivery.draft;
        slot.take(delivery.generation, draft);
        let loaded = delivery.content.and_then(|linked| {
            let loaded = self.load_on_device(linked);
            loaded.map_err(|message| not_loaded(&message))
        });
        match loaded {
            Ok((kernel, table)) => {
                tables.insert(slot.symbol(), table);
                let display = kernel.display.clone();
                let kernel = Arc::new(kernel);
                if let Some(superseded) = slot.set_ready(&display, Arc::clone(&kernel)) {
                    superseded.give_way_to(&kernel);
                }
            }
            // Memory may be short: the draft is correct.
            Err(_) if !draft && slot.keep_draft() => {}
            Err(message) => {
                tables.remove(slot.symbol());
                slot.set_failed(message);
            }
        }
    }

    fn link(&self, object: &[u8]) -> Result<PrivateObject, String> {
        let find = |name: &str| {
            let primitive = self.primitives.get(name).copied();
            primitive.or_else(|| process_symbol(name))
        };
        self.linker.add_private(object, find).map_err(explain)
    }

    /// Links an image, or has the device make a code object of it.
    pub(super) fn prepare(
        &self,
        mut image: KernelImage,
        made: &mut Option<MadeCode>,
    ) -> Result<LinkedImage, String> {
        match std::mem::take(&mut image.kind) {
            CodeKind::Elf => {
                let bytes = std::mem::take(&mut image.object);
                let mut objects = vec![(self.devices.home_number(), self.link(&bytes)?)];
                for (number, _) in self.devices.others() {
                    // Its table of variables lies in the object.
                    objects.push((number, self.link(&bytes)?));
                }
                Ok(LinkedImage { image, objects })
            }
            CodeKind::Text { key } => {
                let start = Instant::now();
                let code = self.assemble(&image)?;
                image.object = match self.may_not_fit(&image, &code) {
                    true => spare_text::joined(&code, &image.object),
                    false => code,
                };
                *made = Some(MadeCode {
                    key,
                    bytes: image.object.clone(),
                    took: start.elapsed(),
                });
                Ok(LinkedImage {
                    image,
                    objects: Vec::new(),
                })
            }
            CodeKind::Module if self.devices.home().target() == Target::Host => {
                Err("it is a file's for GPUs, and this is the CPU device".to_owned())
            }
            kind @ (CodeKind::Device | CodeKind::Module) => {
                image.kind = kind;
                Ok(LinkedImage {
                    image,
                    objects: Vec::new(),
                })
            }
        }
    }

    /// What the driver refuses as a draft it may take otherwise.
    fn assemble(&self, image: &KernelImage) -> Result<Vec<u8>, String> {
        let home = self.devices.home();
        if !image.functions.is_empty() {
            return home.assemble_functions(&image.object);
        }
        if image.edition == Edition::Draft
            && let Ok(code) = home.assemble(&image.object, true)
        {
            return Ok(code);
        }
        home.assemble(&image.object, false)
    }

    /// Does the largest block not fit the code that was made of an image's text?
    fn may_not_fit(&self, image: &KernelImage, code: &[u8]) -> bool {
        let home = self.devices.home();
        let fits = home.assembler().and_then(|it| it.block_threads(code));
        image.max_threads == 0
            && image.functions.is_empty()
            && fits.is_some_and(|fits| fits < home.properties().block_threads_max)
    }

    fn load_on_device(&self, linked: LinkedImage) -> Result<(LoadedKernel, Option<Table>), String> {
        match linked.image.functions.is_empty() {
            true => self.load_linked(linked),
            false => self.load_functions(linked),
        }
    }

    pub(super) fn load_linked(
        &self,
        LinkedImage { image, objects }: LinkedImage,
    ) -> Result<(LoadedKernel, Option<Table>), String> {
        if objects.is_empty() {
            return self.load_by_device(&image);
        }
        let table = Table::of(&objects, &image.table, &image.variables)?;
        let variables = match &table {
            // SAFETY: the objects are here.
            Some(table) => unsafe { table.fill_all(&self.devices) }?,
            None => Vec::new(),
        };
        let mut loaded = Vec::with_capacity(objects.len());
        let (stays, calls) = (stays_symbol(&image), calls_symbol(&image));
        for (number, object) in objects {
            let stays = object.address(&stays).is_some();
            let calls = object.address(&calls).is_some();
            let entry = object
                .address(&image.entry)
                .ok_or_else(|| format!("its object does not define `{}`", image.entry))?;
            let regions = regions_code(&image, &object);
            let followed = followed(&image, &object);
            let linked = Linked {
                entry,
                regions,
                variables: variables.clone(),
                code: Some(Box::new(object)),
            };
            // SAFETY: `entry` is the image's entry, linked; the compiler lays code objects out as docs/primitives.md says.
            let kernel = unsafe { LoadedKernel::load(self.devices.get(number), &image, linked) };
            let kernel = kernel.map_err(|error| error.to_string())?;
            let kernel = kernel.staying(stays).calling(calls);
            loaded.push((number, kernel.following(followed)));
        }
        let (_, kernel) = loaded.remove(0);
        Ok((self.serving_all(kernel, loaded), table))
    }

    /// Loads an image that the devices alone understand.
    pub(super) fn load_by_device(
        &self,
        image: &KernelImage,
    ) -> Result<(LoadedKernel, Option<Table>), String> {
        if image.kind != CodeKind::Module
            && let (code, Some(text)) = spare_text::parted(&image.object)
        {
            let of = |object: &[u8]| KernelImage {
                object: object.to_vec(),
                ..image.clone()
            };
            let (kernel, table) = self.load_by_device(&of(code))?;
            return Ok((kernel.made_of(Some(of(text))), table));
        }
        let linked = Linked {
            entry: 0,
            regions: None,
            variables: Vec::new(),
            code: None,
        };
        let start = Instant::now();
        // SAFETY: the image is for a device that runs no host code.
        let kernel = unsafe { LoadedKernel::load(self.devices.home(), image, linked) };
        LOADING_NS.fetch_add(start.elapsed().as_nanos() as u64, Ordering::Relaxed);
        let kernel = kernel.map_err(|error| self.not_taken(image, &error))?;
        if image.kind == CodeKind::Module {
            // Other kernels may be in the same module.
            let kernel = kernel.staying(true);
            return Ok((self.serving_all(kernel, Vec::new()), None));
        }
        let names = |symbol: String| {
            let mut texts = image.object.windows(symbol.len());
            texts.any(|it| it == symbol.as_bytes())
        };
        let kernel = kernel
            .staying(names(stays_symbol(image)))
            .calling(names(calls_symbol(image)))
            .launching(launches(image));
        if kernel.launches() {
            self.make_launch_queue()?;
        }
        let table = match image.table.as_str() {
            // The optimiser has left nothing of what it lists.
            "" => None,
            _ => Table::on_device(kernel.id(), &image.variables),
        };
        if let Some(table) = &table {
            // SAFETY: the kernel is loaded.
            unsafe { table.fill_all(&self.devices) }?;
        }
        Ok((self.serving_all(kernel, Vec::new()), table))
    }

    /// Why a device does not load an image. Of a text its assembler can tell more.
    fn not_taken(&self, image: &KernelImage, error: &Error) -> String {
        let is_text = image.kind == CodeKind::Module && !image.object.contains(&0);
        let told = is_text.then(|| self.devices.home().assemble(&image.object, false).err());
        told.flatten().unwrap_or_else(|| error.to_string())
    }

    fn serving_all(
        &self,
        kernel: LoadedKernel,
        copies: Vec<(usize, LoadedKernel)>,
    ) -> LoadedKernel {
        match self.devices.count() {
            1 => kernel,
            count => kernel.serving(count, copies),
        }
    }

    /// Makes a variable's storages known to the runtime.
    pub(super) fn adopt(&self, variable: &Variable) {
        let kind = kind_of(variable.space);
        for (number, storage) in variable.storages.all() {
            // A managed variable has one, which all devices reach.
            if kind != MemoryKind::Managed || number == self.devices.home_number() {
                (self.runtime.adopt_variable)(storage, variable.bytes, kind, number);
            }
        }
    }
}

/// Who tells it names the kernel.
fn not_loaded(message: &str) -> String {
    format!("its code could not be loaded: {message}")
}
