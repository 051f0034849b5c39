//! [`Message`], the bytes that travel, and the [`Pool`] that keeps their memory.

use bytemuck::checked::{self, CheckedBitPattern, CheckedCastError};
use bytemuck::{NoUninit, Zeroable, cast_slice, cast_slice_mut, try_zeroed_slice_box};

#[cfg(feature = "mpi")]
use crate::shared::Slot;
use crate::{DistError, DistErrorKind, Result};

/// Elements that travel: no byte is undefined, and bytes of 0 are a value. Alignment up to 16. Bytes that are not a
/// value, such as 2 for a `bool`, are refused where they arrive.
pub trait Element: CheckedBitPattern + Zeroable + NoUninit + Send + Sync {}
impl<T: CheckedBitPattern + Zeroable + NoUninit + Send + Sync> Element for T {}

/// Bytes on their way from one rank to another, aligned for elements of up to 16 bytes.
#[derive(Debug)]
pub struct Message {
    memory: Memory,
    len: usize,
}

/// The place of the bytes of a message.
#[derive(Debug)]
pub(crate) enum Memory {
    Own(Box<[u128]>),
    /// In memory that two processes share.
    #[cfg(feature = "mpi")]
    Shared(Slot),
}

impl Message {
    /// A message of `len` bytes, all of them 0.
    ///
    /// ```
    /// use static_layout_mpi::Message;
    /// assert_eq!(Message::zeroed(3)?.bytes(), [0; 3]);
    /// let refused = Message::zeroed(usize::MAX).unwrap_err();
    /// assert_eq!(refused.to_string(), format!("there is no memory for a message of {} bytes", usize::MAX));
    /// # Ok::<(), static_layout_mpi::DistError>(())
    /// ```
    ///
    /// # Errors
    /// [`Memory`](DistErrorKind::Memory) if there is none for the bytes.
    pub fn zeroed(len: usize) -> Result<Self> {
        match try_zeroed_slice_box(len.div_ceil(size_of::<u128>())) {
            Ok(words) => Ok(Self { memory: Memory::Own(words), len }),
            Err(()) => Err(no_memory(len)),
        }
    }

    /// The number of bytes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        let words = match &self.memory {
            Memory::Own(words) => &**words,
            #[cfg(feature = "mpi")]
            Memory::Shared(slot) => slot.words(),
        };
        &cast_slice(words)[..self.len]
    }

    /// The bytes, to write. Those of a message that arrived in shared memory are copied before, because other ranks may read it.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        #[cfg(feature = "mpi")]
        if let Memory::Shared(slot) = &mut self.memory
            && slot.words_mut().is_none()
        {
            let words = self.len.div_ceil(size_of::<u128>());
            self.memory = Memory::Own(slot.words()[..words].into());
        }
        let words = match &mut self.memory {
            Memory::Own(words) => &mut **words,
            #[cfg(feature = "mpi")]
            Memory::Shared(slot) => slot.words_mut().expect("its owner writes it"),
        };
        &mut cast_slice_mut(words)[..self.len]
    }

    /// The bytes as elements.
    ///
    /// ```
    /// use static_layout_mpi::Message;
    /// let mut message = Message::zeroed(3)?;
    /// message.bytes_mut()[1] = 1;
    /// assert_eq!(message.elements::<bool>()?, [false, true, false]);
    /// message.bytes_mut()[2] = 2;
    /// let refused = message.elements::<bool>().unwrap_err();
    /// assert_eq!(refused.to_string(), "element 2 of a message is not a bool: its bytes are [2]");
    /// # Ok::<(), static_layout_mpi::DistError>(())
    /// ```
    ///
    /// # Errors
    /// [`Message`](DistErrorKind::Message) for bytes that are not a value of the type.
    ///
    /// # Panics
    /// If the number of bytes is not a multiple of the size of an element, or its alignment is above 16.
    pub fn elements<T: Element>(&self) -> Result<&[T]> {
        match checked::try_cast_slice(self.bytes()) {
            Ok(elements) => Ok(elements),
            Err(CheckedCastError::InvalidBitPattern) => Err(no_value::<T>(self.bytes())),
            Err(CheckedCastError::PodCastError(error)) => panic!("{error}"),
        }
    }

    /// The bytes as elements, to write. If they are not elements, all become 0.
    ///
    /// # Panics
    /// If the number of bytes is not a multiple of the size of an element, or its alignment is above 16.
    pub fn elements_mut<T: Element>(&mut self) -> &mut [T] {
        let bytes = self.bytes_mut();
        // Memory that was used for other elements.
        let elements = checked::try_cast_slice::<u8, T>(bytes);
        if matches!(elements, Err(CheckedCastError::InvalidBitPattern)) {
            bytes.fill(0);
        }
        checked::cast_slice_mut(bytes)
    }

    /// The memory and the number of bytes.
    #[cfg(feature = "mpi")]
    pub(crate) fn into_parts(self) -> (Memory, usize) {
        (self.memory, self.len)
    }

    /// A message in shared memory.
    #[cfg(feature = "mpi")]
    pub(crate) fn in_slot(slot: Slot, len: usize) -> Self {
        assert!(len <= size_of_val(slot.words()));
        Self { memory: Memory::Shared(slot), len }
    }

    /// A message in memory of at least `len` bytes.
    pub(crate) fn from_parts(words: Box<[u128]>, len: usize) -> Self {
        assert!(len <= size_of_val(&*words));
        Self { memory: Memory::Own(words), len }
    }
}

/// The error of bytes of which an element is not a value of its type.
pub(crate) fn no_value<T: Element>(bytes: &[u8]) -> DistError {
    let mut elements = bytes.chunks(size_of::<T>()).enumerate();
    let wrong = elements.find(|one| checked::try_pod_read_unaligned::<T>(one.1).is_err());
    let (k, bytes) = wrong.unwrap_or((0, bytes));
    let name = std::any::type_name::<T>();
    let message = format!("element {k} of a message is not a {name}: its bytes are {bytes:?}");
    DistError::new(DistErrorKind::Message, message)
}

/// The error of a message of `len` bytes for which there is no memory.
pub(crate) fn no_memory(len: usize) -> DistError {
    let message = format!("there is no memory for a message of {len} bytes");
    DistError::new(DistErrorKind::Memory, message)
}

/// Memory of messages that arrived, for the next ones: fresh pages cost more than the copy of the bytes.
#[derive(Debug, Default)]
pub struct Pool {
    free: Vec<Box<[u128]>>,
}

/// The buffers that a pool keeps. Beyond it the smallest is freed.
const KEPT: usize = 32;

impl Pool {
    /// A message of `len` bytes with any contents.
    ///
    /// # Errors
    /// [`Memory`](DistErrorKind::Memory) if there is none for the bytes.
    pub fn message(&mut self, len: usize) -> Result<Message> {
        let fits = |words: &[u128]| {
            size_of_val(words) >= len && size_of_val(words) <= 4 * len.max(1 << 12)
        };
        // If several fit equally, takes the last one, which is in the caches.
        let best = (0..self.free.len()).rev().filter(|k| fits(&self.free[*k]));
        match best.min_by_key(|k| self.free[*k].len()) {
            Some(k) => Ok(Message::from_parts(self.free.swap_remove(k), len)),
            None => Message::zeroed(len),
        }
    }

    /// Keeps the memory of a message.
    pub fn recycle(&mut self, message: Message) {
        // Shared memory is free for its rank as soon as the message is dropped.
        #[cfg_attr(not(feature = "mpi"), expect(irrefutable_let_patterns))]
        let Memory::Own(words) = message.memory else { return };
        self.free.push(words);
        if self.free.len() > KEPT {
            let least = (0..self.free.len()).min_by_key(|k| self.free[*k].len()).unwrap();
            self.free.swap_remove(least);
        }
    }
}
