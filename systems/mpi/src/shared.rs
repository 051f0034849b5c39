//! [`Slots`], memory that processes of one machine share: a message in it is written and read in place.
//!
//! Each rank has a [`Segment`], a file without a name in memory, with a few slots. The rank writes a message into a free slot
//! and sends the number of the slot, to one rank or to several. A receiver maps the segment and reads the message there. The last
//! one frees the slot.
//!
//! ```text
//! FREE --the owner takes it--> TAKEN --the owner sends it--> SENT and READ bits of each receiver
//!      each receiver clears its SENT bit when it takes the slot, and its READ bit when it drops it; without bits it is FREE
//! ```
//!
//! If a process ends, also by a signal, the segment stays mapped in the others: the kernel frees it after the last of
//! them. Its size is sealed, so no process cuts off memory that another reads. Rule X of `docs/unsafe.md` is the
//! protocol of the slots.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::AsRawFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::{MmapOptions, MmapRaw};

/// The slots of a segment.
pub(crate) const SLOTS: usize = 8;

/// The bytes of a slot.
pub(crate) const SLOT: usize = 256 << 10;

/// The least bytes of a message in a slot. Smaller ones cost MPI no more than the number of the slot.
pub(crate) const LEAST: usize = 4 << 10;

/// The bytes before the first slot: the key of the segment, and the flags, each in a cache line of its own.
const HEAD: usize = 4096;
const LINE: usize = 64;

const FREE: u64 = 0;
const TAKEN: u64 = 1 << 63;

/// The ranks of a machine that receive slots: two bits each fit next to `TAKEN`.
pub(crate) const RECEIVERS: usize = 31;

/// The bit of a slot that the rank at a place of its machine has been sent, and has not taken.
const fn sent(place: usize) -> u64 {
    1 << place
}

/// The bit of a slot that the rank at a place of its machine has been sent, and has not dropped.
const fn read(place: usize) -> u64 {
    1 << (RECEIVERS + place)
}

/// The memory that one rank writes its messages into.
#[derive(Debug)]
pub(crate) struct Segment {
    map: MmapRaw,
}

impl Segment {
    /// Makes a segment, and the file that other processes open.
    fn create(key: u64) -> io::Result<(Self, File)> {
        let file = nameless()?;
        file.set_len((HEAD + SLOTS * SLOT) as u64)?;
        seal(&file)?;
        let segment = Self::map(&file)?;
        segment.atomic(0).store(key, Ordering::Release);
        Ok((segment, file))
    }

    /// Opens the segment of another process.
    fn open(Address { process, file, key }: Address) -> io::Result<Self> {
        let path = format!("/proc/{process}/fd/{file}");
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        if file.metadata()?.len() != (HEAD + SLOTS * SLOT) as u64 {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let segment = Self::map(&file)?;
        let found = segment.atomic(0).load(Ordering::Acquire);
        // The number of a process may belong to another one, in a container.
        if found == key { Ok(segment) } else { Err(io::ErrorKind::InvalidData.into()) }
    }

    fn map(file: &File) -> io::Result<Self> {
        Ok(Self { map: MmapOptions::new().len(HEAD + SLOTS * SLOT).map_raw(file)? })
    }

    fn flag(&self, number: usize) -> &AtomicU64 {
        self.atomic(LINE * (1 + number))
    }

    fn atomic(&self, at: usize) -> &AtomicU64 {
        assert!(at.is_multiple_of(align_of::<AtomicU64>()) && at < HEAD);
        // SAFETY: X: the place is inside the map by the assertion, and aligned, because a map begins at a page. All processes
        // read and write the head of a segment by atomic operations alone. The map lives as long as `self`.
        unsafe { AtomicU64::from_ptr(self.map.as_mut_ptr().add(at).cast()) }
    }
}

/// A slot that this process may use: it has taken it, or received its number.
#[derive(Debug)]
pub(crate) struct Slot {
    segment: Arc<Segment>,
    number: usize,
    /// The place of this rank among those of its machine, if it has received the slot.
    receiver: Option<usize>,
}

impl Slot {
    /// The memory.
    pub(crate) fn words(&self) -> &[u128] {
        // SAFETY: X: the slot is inside the map, because `number` is below `SLOTS`, and aligned to a page. Bytes of a
        // map are initialized. It is not written while this `Slot` lives, except its owner through `&mut self`: the flag is
        // `TAKEN` while the owner has a `Slot`, and has the `READ` bit of this rank while a receiver has one, and the owner
        // takes a slot again when it is `FREE`.
        unsafe { std::slice::from_raw_parts(self.start().cast_const(), SLOT / size_of::<u128>()) }
    }

    /// The memory, to write. `None` for a slot that was received, which other ranks may read.
    pub(crate) fn words_mut(&mut self) -> Option<&mut [u128]> {
        if self.receiver.is_some() {
            return None;
        }
        // SAFETY: X: as for `words`; the flag is `TAKEN`, so no other process uses the slot, and the borrow of `self` keeps
        // others of this process out.
        Some(unsafe { std::slice::from_raw_parts_mut(self.start(), SLOT / size_of::<u128>()) })
    }

    fn start(&self) -> *mut u128 {
        self.segment.map.as_mut_ptr().wrapping_add(HEAD + self.number * SLOT).cast()
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let flag = self.segment.flag(self.number);
        match self.receiver {
            None => flag.store(FREE, Ordering::Release),
            Some(place) => drop(flag.fetch_and(!read(place), Ordering::Release)),
        }
    }
}

/// Where another process finds a segment, and the key in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address {
    pub(crate) process: u32,
    file: i32,
    key: u64,
}

impl Address {
    pub(crate) const BYTES: usize = 16;

    pub(crate) fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..4].copy_from_slice(&self.process.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.file.to_le_bytes());
        bytes[8..].copy_from_slice(&self.key.to_le_bytes());
        bytes
    }

    pub(crate) fn from_bytes(bytes: [u8; Self::BYTES]) -> Self {
        let [process, file, low, high] =
            [0, 4, 8, 12].map(|k| u32::from_le_bytes([0, 1, 2, 3].map(|i| bytes[k + i])));
        Self { process, file: file as i32, key: u64::from(high) << 32 | u64::from(low) }
    }
}

/// The segment of this rank, and the segments of the other ranks of its machine.
#[derive(Debug, Default)]
pub(crate) struct Slots {
    own: Option<(Arc<Segment>, File)>,
    key: u64,
    others: BTreeMap<usize, Arc<Segment>>,
    /// The place of each rank on its machine, if it has mapped the segment of this one.
    readers: Vec<Option<usize>>,
    /// The place of this rank on its machine.
    place: usize,
}

impl Slots {
    /// Makes the segment of this rank. If the system has no such files, there is none, and messages travel through MPI
    /// alone.
    pub(crate) fn new() -> Self {
        let key = RandomState::new().hash_one(std::process::id());
        let own = Segment::create(key).ok().map(|(segment, file)| (Arc::new(segment), file));
        Self { own, key, ..Self::default() }
    }

    /// Where others find the segment of this rank.
    pub(crate) fn address(&self) -> Address {
        let file = self.own.as_ref().map_or(-1, |(_, file)| file.as_raw_fd());
        Address { process: std::process::id(), file, key: self.key }
    }

    /// Maps the segment of another rank of this machine, if it can.
    pub(crate) fn open(&mut self, rank: usize, address: Address) {
        if let Ok(segment) = Segment::open(address) {
            self.others.insert(rank, Arc::new(segment));
        }
    }

    /// For each of `size` ranks whether this one has mapped its segment.
    pub(crate) fn opened(&self, size: usize) -> Vec<u8> {
        (0..size).map(|rank| u8::from(self.others.contains_key(&rank))).collect()
    }

    /// Notes the ranks that have mapped the segment of this one, and the places of all on their machines.
    pub(crate) fn set_readers(&mut self, readers: Vec<Option<usize>>, place: usize) {
        self.readers = readers;
        self.place = place;
    }

    /// Whether a rank takes slots of this one.
    fn reads(&self, rank: usize) -> Option<usize> {
        self.readers.get(rank).copied().flatten().filter(|place| *place < RECEIVERS)
    }

    /// A free slot for a message of `len` bytes to some ranks, if there is one.
    pub(crate) fn take(&mut self, to: &[usize], len: usize) -> Option<Slot> {
        let (segment, _) = self.own.as_ref()?;
        if !(LEAST..=SLOT).contains(&len) || to.iter().any(|to| self.reads(*to).is_none()) {
            return None;
        }
        let number = (0..SLOTS).find(|k| segment.flag(*k).load(Ordering::Acquire) == FREE)?;
        // This rank alone takes slots of its segment, by `&mut self`.
        segment.flag(number).store(TAKEN, Ordering::Relaxed);
        Some(Slot { segment: segment.clone(), number, receiver: None })
    }

    /// The slots that are not free.
    pub(crate) fn lent(&self) -> usize {
        let Some((segment, _)) = &self.own else { return 0 };
        (0..SLOTS).filter(|k| segment.flag(*k).load(Ordering::Relaxed) != FREE).count()
    }

    /// The ranks that have slots of this one, and have not dropped them.
    pub(crate) fn borrowers(&self) -> impl Iterator<Item = usize> + '_ {
        let segment = self.own.as_ref().map(|(segment, _)| segment);
        let flags = segment.into_iter().flat_map(|segment| (0..SLOTS).map(|k| segment.flag(k)));
        let bits = flags.fold(FREE, |bits, flag| bits | flag.load(Ordering::Relaxed));
        let has = move |place: usize| place < RECEIVERS && bits & read(place) != 0;
        let ranks = self.readers.iter().enumerate();
        ranks.filter_map(move |(rank, place)| place.filter(|place| has(*place)).map(|_| rank))
    }

    /// Hands a slot to ranks, which receive this number; or gives the slot back, if one of them cannot read it.
    pub(crate) fn hand_on(&self, to: &[usize], slot: Slot) -> Result<u32, Slot> {
        let own = self.own.as_ref().is_some_and(|(own, _)| Arc::ptr_eq(own, &slot.segment));
        let bits = to.iter().try_fold(FREE, |bits, to| {
            let place = self.reads(*to)?;
            Some(bits | sent(place) | read(place))
        });
        let Some(bits) = bits.filter(|bits| own && *bits != FREE) else {
            return Err(slot);
        };
        // From here on the receivers have the slot.
        let slot = ManuallyDrop::new(slot);
        slot.segment.flag(slot.number).store(bits, Ordering::Release);
        Ok(slot.number as u32)
    }

    /// The slot whose number a rank has sent. It is taken once: a second message with this number has no slot.
    pub(crate) fn received(&self, from: usize, number: u32) -> Option<Slot> {
        let (segment, number) = (self.others.get(&from)?, number as usize);
        let is_sent = number < SLOTS
            && self.place < RECEIVERS
            && segment.flag(number).fetch_and(!sent(self.place), Ordering::Acquire)
                & sent(self.place)
                != 0;
        is_sent.then(|| Slot { segment: segment.clone(), number, receiver: Some(self.place) })
    }
}

/// A file in memory, which has no name and ends with the last process that maps it.
#[cfg(target_os = "linux")]
fn nameless() -> io::Result<File> {
    use rustix::fs::{MemfdFlags, memfd_create};
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    Ok(memfd_create("static-layout-mpi", flags)?.into())
}

/// Keeps the size of a file for ever.
#[cfg(target_os = "linux")]
fn seal(file: &File) -> io::Result<()> {
    use rustix::fs::{SealFlags, fcntl_add_seals};
    Ok(fcntl_add_seals(file, SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL)?)
}

#[cfg(not(target_os = "linux"))]
fn nameless() -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(not(target_os = "linux"))]
fn seal(_: &File) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::message::{Memory, Message};

    /// The slots of ranks 0 and 1; rank 1 reads the slots of rank 0.
    fn two() -> (Slots, Slots) {
        let (mut one, mut other) = (Slots::new(), Slots::new());
        let address = Address::from_bytes(one.address().to_bytes());
        other.open(0, address);
        assert_eq!(other.opened(2), [1, 0]);
        one.set_readers(vec![None, Some(1)], 0);
        other.set_readers(vec![None; 2], 1);
        (one, other)
    }

    #[test]
    fn a_message_is_read_where_it_was_written() {
        let (mut one, other) = two();
        let mut slot = one.take(&[1], LEAST).expect("a free slot");
        slot.words_mut().expect("it is not sent")[..3].copy_from_slice(&[1, 2, 3]);
        assert_eq!(one.lent(), 1);
        // Nothing is there before it is sent, and once.
        assert!(other.received(0, 0).is_none());
        let number = one.hand_on(&[1], slot).expect("rank 1 reads this segment");
        let mut found = other.received(0, number).expect("a message");
        assert!(found.words_mut().is_none(), "others may read it");
        assert_eq!(found.words()[..3], [1, 2, 3]);
        // Not twice, which a message with any number in it could ask for.
        assert!(other.received(0, number).is_none());
        // The memory outlives the rank that made it.
        drop(one);
        assert_eq!(found.words()[..3], [1, 2, 3]);
        drop(found);
        assert!(other.received(0, number).is_none());
        assert!(other.received(0, SLOTS as u32).is_none(), "no such slot");
        assert!(other.received(1, 0).is_none(), "no such segment");
    }

    /// A message that is written after it arrived is copied, and not the rest of its slot.
    #[test]
    fn written_messages_leave_their_slots() {
        let (mut one, other) = two();
        let slot = one.take(&[1], LEAST).expect("a free slot");
        let number = one.hand_on(&[1], slot).expect("rank 1 reads this segment");
        let mut found = Message::in_slot(other.received(0, number).expect("a message"), 100);
        found.bytes_mut().fill(1);
        assert_eq!((found.bytes(), one.lent()), (&[1; 100][..], 0));
        match found.into_parts() {
            (Memory::Own(words), len) => assert_eq!((words.len(), len), (7, 100)),
            (Memory::Shared(_), _) => panic!("others may read it"),
        }
    }

    #[test]
    fn slots_come_back() {
        let (mut one, other) = two();
        for len in [LEAST - 1, SLOT + 1] {
            assert!(one.take(&[1], len).is_none(), "{len} bytes");
        }
        assert!(one.take(&[0], SLOT).is_none(), "rank 0 is not a reader");
        assert!(one.take(&[2], SLOT).is_none(), "there is no rank 2");
        let mut all: Vec<Slot> = (0..SLOTS).map_while(|_| one.take(&[1], SLOT)).collect();
        assert_eq!((all.len(), one.lent()), (SLOTS, SLOTS));
        assert!(one.take(&[1], SLOT).is_none());
        // One that was not sent, and one that was read.
        drop(all.pop());
        assert_eq!(one.lent(), SLOTS - 1);
        let number = one.hand_on(&[1], all.pop().expect("a slot")).expect("rank 1 is a reader");
        assert_eq!(one.lent(), SLOTS - 1);
        drop(other.received(0, number));
        assert_eq!(one.lent(), SLOTS - 2);
        // To another rank than its readers, and from another than its owner, it stays with the caller.
        let slot =
            one.hand_on(&[0], all.pop().expect("a slot")).expect_err("rank 0 is not a reader");
        assert!(other.hand_on(&[1], slot).is_err());
        assert_eq!(one.lent(), SLOTS - 3);
    }

    #[test]
    fn a_slot_of_two_ranks_is_free_after_both() {
        let (mut one, other) = two();
        let mut third = Slots::new();
        third.open(0, one.address());
        third.set_readers(vec![None; 3], 2);
        one.set_readers(vec![None, Some(1), Some(2)], 0);
        assert!(one.take(&[1, 3], SLOT).is_none(), "rank 3 is not a reader");
        let slot = one.take(&[1, 2], SLOT).expect("a free slot");
        let number = one.hand_on(&[1, 2], slot).expect("both are readers");
        let found = other.received(0, number).expect("a message");
        assert!(other.received(0, number).is_none());
        drop(found);
        assert_eq!(one.lent(), 1, "rank 2 has not read it");
        assert!(one.borrowers().eq([2]));
        let found = third.received(0, number).expect("a message");
        assert_eq!(one.lent(), 1);
        drop(found);
        assert_eq!((one.lent(), one.borrowers().count()), (0, 0));
        // A rank of a place that has no bits.
        one.set_readers(vec![None, Some(RECEIVERS)], 0);
        assert!(one.take(&[1], SLOT).is_none());
    }

    #[test]
    fn another_file_is_no_segment() {
        let (one, mut other) = two();
        let right = one.address();
        let file = nameless().expect("a file in memory");
        for (rank, wrong) in [
            (5, Address { key: right.key ^ 1, ..right }),
            (6, Address { key: right.key ^ 1 << 32, ..right }),
            (7, Address { file: file.as_raw_fd(), ..right }),
            (8, Address { file: -1, ..right }),
            (9, Address { process: u32::MAX, ..right }),
        ] {
            other.open(rank, wrong);
        }
        assert_eq!(other.opened(10), [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        // No process cuts off memory that others have mapped.
        let (_, file) = one.own.as_ref().expect("a segment");
        assert!(file.set_len(0).is_err());
        assert!(file.set_len(1 << 30).is_err());
    }
}
