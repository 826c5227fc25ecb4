//! Virtual memory management: reserved addresses, pieces of memory, and which piece is mapped where. `chevron/driver_virtual_memory.h` has the driver API's
//! names for it, `chevron/hip_virtual_memory.h` HIP's.
//!
//! A piece lives until it is released as often as it was made or retained and is mapped nowhere. Mapped memory is an allocation, which copies and fills may
//! cross from one mapping to the next.

use std::collections::{BTreeMap, HashMap};
use std::ffi::c_void;
use std::os::fd::RawFd;
use std::sync::Mutex;

use super::Runtime;
use super::allocations::{Allocation, Owner, Space};
use super::ffi::{Out, address, api, pointer};
use super::handles::{Handle, new_handle};
use crate::device::{Access, Error, Piece, Result, Status, VirtualMemory};
use crate::lock::lock;

/// The books of a process.
#[derive(Default)]
pub(crate) struct VirtualBook {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// By first address.
    reserved: BTreeMap<u64, Reserved>,
    /// By first address.
    mapped: BTreeMap<u64, Mapped>,
    pieces: HashMap<Handle, PieceOfUser>,
}

struct Reserved {
    bytes: usize,
    /// The device that gave the addresses.
    number: usize,
}

struct Mapped {
    bytes: usize,
    piece: Handle,
    /// What devices of a number may do; none: nothing.
    access: BTreeMap<usize, Access>,
}

struct PieceOfUser {
    piece: Piece,
    /// None if only the device knows.
    bytes: Option<usize>,
    /// The device whose memory it is.
    number: usize,
    shareable: bool,
    /// Releases that are to come.
    held: usize,
    mappings: usize,
}

impl State {
    /// The reserved range that a whole range lies in.
    fn reserved_around(&self, address: u64, bytes: usize) -> Result<(u64, &Reserved)> {
        let found = self.reserved.range(..=address).next_back();
        let (&base, reserved) = found.ok_or(Status::INVALID_VALUE)?;
        let end = (address - base).checked_add(bytes as u64);
        match end.is_some_and(|end| end <= reserved.bytes as u64) {
            true => Ok((base, reserved)),
            false => Err(Status::INVALID_VALUE.into()),
        }
    }

    fn is_free(&self, address: u64, bytes: usize) -> bool {
        let before = self.mapped.range(..address + bytes as u64).next_back();
        before.is_none_or(|(&base, mapped)| base + mapped.bytes as u64 <= address)
    }

    /// The mappings that a range consists of, one behind the other, each whole.
    fn whole_mappings(&self, address: u64, bytes: usize) -> Result<Vec<u64>> {
        let end = address + bytes as u64;
        let mut next = address;
        let mut found = Vec::new();
        while next < end {
            let mapped = self.mapped.get(&next).ok_or_else(|| {
                Error::new(
                    Status::INVALID_VALUE,
                    "the range is not made of whole mappings",
                )
            })?;
            found.push(next);
            next += mapped.bytes as u64;
        }
        match next == end {
            true => Ok(found),
            false => Err(Status::INVALID_VALUE.into()),
        }
    }

    /// The mappings in a range: none is cut by its ends. Like CUDA's driver it does not mind gaps, nor that there is none.
    fn mappings_within(&self, address: u64, bytes: usize) -> Result<Vec<u64>> {
        let end = address + bytes as u64;
        let cut = |at: u64| self.mapping_around(at).is_ok() && !self.mapped.contains_key(&at);
        let found: Vec<u64> = self.mapped.range(address..end).map(|it| *it.0).collect();
        match cut(address) || cut(end) {
            true => Err(Status::INVALID_VALUE.into()),
            false => Ok(found),
        }
    }

    /// The mapping that an address lies in.
    fn mapping_around(&self, address: u64) -> Result<&Mapped> {
        let found = self.mapped.range(..=address).next_back();
        let (&base, mapped) = found.ok_or(Status::INVALID_VALUE)?;
        match address - base < mapped.bytes as u64 {
            true => Ok(mapped),
            false => Err(Status::INVALID_VALUE.into()),
        }
    }

    fn piece(&mut self, handle: Handle) -> Result<&mut PieceOfUser> {
        let piece = self.pieces.get_mut(&handle);
        piece
            .filter(|it| it.held > 0)
            .ok_or(Status::INVALID_VALUE.into())
    }
}

impl Runtime {
    fn virtual_state(&self) -> std::sync::MutexGuard<'_, State> {
        lock(&self.virtual_memory().state)
    }

    fn mapper(&self, number: usize) -> Result<&dyn VirtualMemory> {
        self.device().virtual_memory_of(number)
    }

    /// A size or an offset of the user's, which is more than 0.
    fn granular(&self, bytes: usize, number: usize) -> Result<()> {
        let grain = self.mapper(number)?.granularity()?;
        if bytes == 0 || !bytes.is_multiple_of(grain) {
            let message = format!("sizes are multiples of {grain} bytes here");
            return Err(Error::new(Status::INVALID_VALUE, message));
        }
        Ok(())
    }

    fn reserve(&self, bytes: usize, alignment: usize, wished: u64) -> Result<u64> {
        let number = self.device().current();
        self.granular(bytes, number)?;
        if alignment != 0 && !alignment.is_power_of_two() {
            return Err(Status::INVALID_VALUE.into());
        }
        let base = self.mapper(number)?.reserve(bytes, alignment, wished)?;
        let reserved = Reserved { bytes, number };
        self.virtual_state().reserved.insert(base, reserved);
        Ok(base)
    }

    fn free_reserved(&self, address: u64, bytes: usize) -> Result<()> {
        let mut state = self.virtual_state();
        let reserved = state.reserved.get(&address);
        let reserved = reserved.filter(|it| it.bytes == bytes);
        let number = reserved.ok_or(Status::INVALID_VALUE)?.number;
        if !state.is_free(address, bytes) {
            return Err(Error::new(
                Status::INVALID_VALUE,
                "memory is still mapped there",
            ));
        }
        state.reserved.remove(&address);
        // SAFETY: the range was reserved as a whole, nothing is mapped there, and `unmap` has waited for all work.
        unsafe { self.mapper(number)?.free_reserved(address, bytes) }
    }

    fn create_piece(&self, bytes: usize, device: i32, shareable: bool) -> Result<Handle> {
        let number = self.number(device)?;
        self.granular(bytes, number)?;
        let piece = self.mapper(number)?.create(bytes, shareable)?;
        Ok(self.keep_piece(piece, Some(bytes), number, shareable))
    }

    fn keep_piece(
        &self,
        piece: Piece,
        bytes: Option<usize>,
        number: usize,
        shareable: bool,
    ) -> Handle {
        let handle = new_handle();
        let kept = PieceOfUser {
            piece,
            bytes,
            number,
            shareable,
            held: 1,
            mappings: 0,
        };
        self.virtual_state().pieces.insert(handle, kept);
        handle
    }

    /// Ends a piece that nobody holds and that is mapped nowhere.
    fn end_piece(&self, state: &mut State, handle: Handle) -> Result<()> {
        let unused = |it: &PieceOfUser| it.held == 0 && it.mappings == 0;
        if !state.pieces.get(&handle).is_some_and(unused) {
            return Ok(());
        }
        let Some(kept) = state.pieces.remove(&handle) else {
            return Ok(());
        };
        let bytes = kept.bytes.unwrap_or(0);
        // SAFETY: the table had it, so it is live, and it is mapped nowhere; `unmap` has waited for all work.
        unsafe { self.mapper(kept.number)?.release(kept.piece, bytes) }
    }

    fn release_piece(&self, handle: Handle) -> Result<()> {
        let mut state = self.virtual_state();
        state.piece(handle)?.held -= 1;
        self.end_piece(&mut state, handle)
    }

    fn retain_piece(&self, address: u64) -> Result<Handle> {
        let mut state = self.virtual_state();
        let handle = state.mapping_around(address)?.piece;
        let piece = state.pieces.get_mut(&handle);
        piece.ok_or(Status::INVALID_VALUE)?.held += 1;
        Ok(handle)
    }

    fn map(&self, address: u64, bytes: usize, handle: Handle) -> Result<()> {
        let mut state = self.virtual_state();
        let by = state.reserved_around(address, bytes)?.1.number;
        self.granular(bytes, by)?;
        let free = state.is_free(address, bytes);
        let kept = state.piece(handle)?;
        if !free || kept.bytes.is_some_and(|whole| whole != bytes) {
            return Err(Status::INVALID_VALUE.into());
        }
        let (piece, number) = (kept.piece, kept.number);
        // SAFETY: the range is reserved, nothing is mapped there, and the piece is a live one.
        unsafe { self.mapper(by)?.map(address, bytes, piece)? };
        state.piece(handle)?.mappings += 1;
        let mapped = Mapped {
            bytes,
            piece: handle,
            access: BTreeMap::new(),
        };
        state.mapped.insert(address, mapped);
        self.device().adopt(address, number);
        let allocation = Allocation::new(bytes, Space::Device, Owner::Mapping(Access::None));
        self.allocations().insert(address, allocation);
        Ok(())
    }

    fn unmap(&self, address: u64, bytes: usize) -> Result<()> {
        // Work that uses the memory would fault. A sticky error is no reason to keep it.
        drop(self.device().synchronize_all());
        let mut state = self.virtual_state();
        let by = state.reserved_around(address, bytes)?.1.number;
        for base in state.mappings_within(address, bytes)? {
            let Some(mapped) = state.mapped.remove(&base) else {
                continue;
            };
            self.allocations()
                .remove_if(base, |it| matches!(it.owner, Owner::Mapping(_)));
            self.device().disown(base);
            // SAFETY: this is one mapping, whole, and all work has ended.
            unsafe { self.mapper(by)?.unmap(base, mapped.bytes)? };
            if let Some(piece) = state.pieces.get_mut(&mapped.piece) {
                piece.mappings -= 1;
            }
            self.end_piece(&mut state, mapped.piece)?;
        }
        Ok(())
    }

    fn set_access(&self, range: (u64, usize), device: i32, access: Access) -> Result<()> {
        // CUDA's driver has this code for it.
        let number = self.number(device).map_err(|_| Status::INVALID_VALUE)?;
        drop(self.device().synchronize_all());
        let mut state = self.virtual_state();
        let by = state.reserved_around(range.0, range.1)?.1.number;
        let mapper = self.mapper(by)?;
        for base in state.whole_mappings(range.0, range.1)? {
            let Some(mapped) = state.mapped.get_mut(&base) else {
                continue;
            };
            mapped.access.insert(number, access);
            let most = mapped.access.values().copied().max();
            let most = most.unwrap_or(Access::None);
            // Devices of one memory have one access to it.
            let given = match self.device().reaches_host_memory() {
                true => most,
                false => access,
            };
            // SAFETY: the range is one mapping, and all work has ended.
            unsafe { mapper.set_access((base, mapped.bytes), number, given)? };
            self.allocations().set_access(base, most);
        }
        Ok(())
    }

    fn access(&self, address: u64, device: i32) -> Result<Access> {
        let number = self.number(device)?;
        let state = self.virtual_state();
        let access = state.mapping_around(address)?.access.get(&number).copied();
        Ok(access.unwrap_or(Access::None))
    }

    fn export_piece(&self, handle: Handle) -> Result<RawFd> {
        let mut state = self.virtual_state();
        let kept = state.piece(handle)?;
        if !kept.shareable {
            return Err(Error::new(
                Status::INVALID_VALUE,
                "the memory was made without a handle type that others can open",
            ));
        }
        self.mapper(kept.number)?.export(kept.piece)
    }
}

/// `CUmemAccess_flags`
fn access_of(flags: i32) -> Result<Access> {
    match flags {
        0 => Ok(Access::None),
        1 => Ok(Access::Read),
        3 => Ok(Access::ReadWrite),
        _ => Err(Status::INVALID_VALUE.into()),
    }
}

api! {
    call fn __chv_virtual_granularity(runtime, bytes: Out<usize>, device: i32) {
        let number = runtime.number(device)?;
        bytes.put(runtime.mapper(number)?.granularity()?)
    }

    call fn __chv_virtual_reserve(
        runtime, base: Out<*mut c_void>, bytes: usize, alignment: usize, wished: *const c_void,
    ) {
        base.wanted()?;
        base.put(pointer(runtime.reserve(bytes, alignment, address(wished))?))
    }

    call fn __chv_virtual_free(runtime, base: *const c_void, bytes: usize) {
        runtime.free_reserved(address(base), bytes)
    }

    call fn __chv_virtual_map(runtime, place: *const c_void, bytes: usize, piece: Handle) {
        runtime.map(address(place), bytes, piece)
    }

    call fn __chv_virtual_unmap(runtime, place: *const c_void, bytes: usize) {
        if bytes == 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        runtime.unmap(address(place), bytes)
    }

    call fn __chv_virtual_set_access(runtime, place: *const c_void, bytes: usize, device: i32, flags: i32) {
        if bytes == 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        runtime.set_access((address(place), bytes), device, access_of(flags)?)
    }

    call fn __chv_virtual_access(runtime, flags: Out<u64>, place: *const c_void, device: i32) {
        flags.put(runtime.access(address(place), device)? as u64)
    }

    call fn __chv_piece_create(runtime, piece: Out<Handle>, bytes: usize, device: i32, shareable: i32) {
        piece.wanted()?;
        piece.put(runtime.create_piece(bytes, device, shareable != 0)?)
    }

    call fn __chv_piece_release(runtime, piece: Handle) {
        runtime.release_piece(piece)
    }

    call fn __chv_piece_retain(runtime, piece: Out<Handle>, inside: *const c_void) {
        piece.wanted()?;
        piece.put(runtime.retain_piece(address(inside))?)
    }

    call fn __chv_piece_properties(runtime, device: Out<i32>, shareable: Out<i32>, piece: Handle) {
        let mut state = runtime.virtual_state();
        let kept = state.piece(piece)?;
        device.put(kept.number as i32)?;
        shareable.put(i32::from(kept.shareable))
    }

    call fn __chv_piece_export(runtime, file: Out<i32>, piece: Handle) {
        file.wanted()?;
        file.put(runtime.export_piece(piece)?)
    }

    call fn __chv_piece_import(runtime, piece: Out<Handle>, file: i32) {
        piece.wanted()?;
        let number = runtime.device().current();
        let (opened, bytes) = runtime.mapper(number)?.import(file)?;
        piece.put(runtime.keep_piece(opened, bytes, number, true))
    }
}
