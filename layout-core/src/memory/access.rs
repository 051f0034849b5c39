//! [`Access`]: an instruction and its bytes. [`AccessPattern`]: what the threads of a layout access, warp by warp.

use crate::error::{LayoutError, MemoryRule, Operand, Operation, Rule};
use crate::memory::machine::{MAX_LANES, SharedMemory};
use crate::value::{ComposedLayout, Coord, Layout, Swizzle};

/// The most values of a thread-value layout, over all threads.
pub(crate) const MOST_VALUES: i64 = 1 << 18;

pub(crate) const fn refused(rule: MemoryRule) -> LayoutError {
    LayoutError::alone(Operation::Count, Rule::Memory(rule))
}

/// What an instruction does, as far as memories serve it differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Instruction {
    /// Each lane reads its own address.
    Load,
    /// Each lane writes its own address.
    Store,
    /// NVIDIA's `ldmatrix`: a lane has the address of a row of 16 bytes.
    LoadMatrix,
    /// NVIDIA's `stmatrix`: a lane has the address of a row of 16 bytes.
    StoreMatrix,
    /// AMD's transposing reads, such as `ds_read_b64_tr_b16`.
    LoadTransposed,
}

impl Instruction {
    /// Every instruction.
    pub const ALL: [Self; 5] =
        [Self::Load, Self::Store, Self::LoadMatrix, Self::StoreMatrix, Self::LoadTransposed];

    /// The name in texts, such as `load-matrix`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Load => "load",
            Self::Store => "store",
            Self::LoadMatrix => "load-matrix",
            Self::StoreMatrix => "store-matrix",
            Self::LoadTransposed => "load-transposed",
        }
    }
}

/// The bytes of an element, and the bytes that one instruction moves for each thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    element: i64,
    width: i64,
    instruction: Instruction,
}

impl Access {
    /// A load of `width` bytes of elements of `element` bytes.
    ///
    /// ```
    /// use layout_core::memory::Access;
    /// assert_eq!(Access::new(2, 16)?.elements(), 8);
    /// assert!(Access::new(4, 6).is_err());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`MemoryRule::Element`] and [`MemoryRule::Bytes`] for numbers of bytes that no instruction moves, [`MemoryRule::Narrow`]
    /// for a width below the element or with a part of one.
    pub const fn new(element: i64, width: i64) -> Result<Self, LayoutError> {
        if !Self::moves(element) || element == 12 {
            return Err(refused(MemoryRule::Element { bytes: element }));
        }
        if !Self::moves(width) {
            return Err(refused(MemoryRule::Bytes { bytes: width }));
        }
        if width % element != 0 {
            return Err(refused(MemoryRule::Narrow { width, element }));
        }
        Ok(Self { element, width, instruction: Instruction::Load })
    }

    /// A load of `width` bytes of elements of `element` bytes, for constants.
    ///
    /// # Panics
    /// Where [`new`](Self::new) refuses.
    pub const fn of(element: i64, width: i64) -> Self {
        match Self::new(element, width) {
            Ok(access) => access,
            Err(error) => panic!("{}", error.message().as_str()),
        }
    }

    /// Whether an instruction moves this many bytes.
    pub(crate) const fn moves(bytes: i64) -> bool {
        matches!(bytes, 1 | 2 | 4 | 8 | 12 | 16)
    }

    /// These bytes, by another instruction.
    #[must_use]
    pub const fn with(self, instruction: Instruction) -> Self {
        Self { instruction, ..self }
    }

    /// The bytes of an element.
    pub const fn element(&self) -> i64 {
        self.element
    }

    /// The bytes that an instruction moves for a thread.
    pub const fn width(&self) -> i64 {
        self.width
    }

    /// The elements that an instruction moves for a thread.
    pub const fn elements(&self) -> i64 {
        self.width / self.element
    }

    /// What the instruction does.
    pub const fn instruction(&self) -> Instruction {
        self.instruction
    }

    /// An address is a multiple of this many bytes: the width, or 4 for 12 bytes.
    pub const fn alignment(&self) -> i64 {
        1 << self.width.trailing_zeros()
    }

    /// The address of a value, if an access begins there.
    const fn aligned(&self, address: i64, thread: i64, value: i64) -> Result<i64, MemoryRule> {
        // Addresses below this cannot overflow when a swizzle or the end of an access is added.
        if address.unsigned_abs() > i64::MAX as u64 / 2 {
            return Err(MemoryRule::Far { thread, value });
        }
        if address % self.alignment() != 0 {
            return Err(MemoryRule::Misaligned { width: self.width, thread, value, address });
        }
        Ok(address)
    }
}

/// What threads access: a thread-value layout, a memory layout, and the access of each instruction.
///
/// ```text
/// address(t, v) = element * memory(threads(t, v))       bytes, from the start of the memory, which is aligned
/// ```
///
/// Instruction `k` of a warp moves the values `k n .. (k + 1) n` of each thread, for `n` elements of an access.
///
/// ```
/// use layout_core::Layout;
/// use layout_core::memory::{Access, AccessPattern, NVIDIA};
/// // 32 threads, each with an element of a column of a matrix of floats.
/// let (column, matrix) = ("(32,1):(1,0)".parse()?, "(32,32):(32,1)".parse()?);
/// let pattern = AccessPattern::of_layouts(&column, &matrix, Access::new(4, 4)?)?;
/// let cost = pattern.cost(&NVIDIA)?;
/// assert_eq!(cost.to_string(), "32-way conflict, 32 wavefronts instead of 1");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AccessPattern {
    threads: ComposedLayout,
    memory: ComposedLayout,
    access: Access,
    /// The number of threads, and of values of each.
    counts: (i64, i64),
}

impl AccessPattern {
    /// The pattern of these layouts. `threads` has the modes (thread, value), or one mode of threads with a value each.
    ///
    /// # Errors
    /// [`MemoryRule::Modes`] for more than two modes, [`MemoryRule::Values`] for more than 2^18 values, and
    /// [`MemoryRule::Uneven`] where an access moves more or less than whole values.
    pub const fn new(
        threads: &ComposedLayout,
        memory: &ComposedLayout,
        access: Access,
    ) -> Result<Self, LayoutError> {
        let mut pattern = Self { threads: *threads, memory: *memory, access, counts: (0, 0) };
        let plain = threads.plain();
        let count = match plain.rank() {
            0 | 1 => plain.size(),
            2 => match plain.mode(0) {
                Ok(mode) => mode.size(),
                Err(error) => return Err(error),
            },
            rank => return Err(pattern.refused(MemoryRule::Modes { rank })),
        };
        if plain.size() == 0 {
            return Ok(pattern);
        }
        if plain.size() > MOST_VALUES {
            return Err(
                pattern.refused(MemoryRule::Values { values: plain.size(), most: MOST_VALUES })
            );
        }
        pattern.counts = (count, plain.size() / count);
        let (elements, values) = (access.elements(), pattern.counts.1);
        if values % elements != 0 {
            let width = access.width;
            return Err(pattern.refused(MemoryRule::Uneven { width, elements, values }));
        }
        Ok(pattern)
    }

    /// The pattern of layouts without swizzles.
    ///
    /// # Errors
    /// As [`new`](Self::new); [`Rule::Unit`] for a layout that maps to coordinates.
    pub const fn of_layouts(
        threads: &Layout,
        memory: &Layout,
        access: Access,
    ) -> Result<Self, LayoutError> {
        match (unswizzled(threads), unswizzled(memory)) {
            (Ok(threads), Ok(memory)) => Self::new(&threads, &memory, access),
            (Err(error), _) | (_, Err(error)) => Err(error),
        }
    }

    /// These threads on another memory layout.
    #[must_use]
    pub const fn on(&self, memory: &ComposedLayout) -> Self {
        Self { memory: *memory, ..*self }
    }

    /// The thread-value layout.
    pub const fn threads(&self) -> &ComposedLayout {
        &self.threads
    }

    /// The memory layout.
    pub const fn memory(&self) -> &ComposedLayout {
        &self.memory
    }

    /// The access of each instruction.
    pub const fn access(&self) -> &Access {
        &self.access
    }

    /// The number of threads, and of values of each.
    pub const fn counts(&self) -> (i64, i64) {
        self.counts
    }

    /// The number of requests of warps of `lanes` threads.
    pub const fn requests(&self, lanes: u32) -> i64 {
        let (threads, values) = self.counts;
        let lanes = lanes as i64;
        (threads + lanes - 1) / lanes * (values / self.access.elements())
    }

    /// Request `k` of warps of `lanes` threads: all instructions of the first warp, then those of the next one.
    ///
    /// # Errors
    /// [`MemoryRule::Outside`] for a coordinate outside the memory layout, [`MemoryRule::Apart`] where the values of an access
    /// are not neighbours, [`MemoryRule::Misaligned`] for an address that is not a multiple of the
    /// [alignment](Access::alignment), [`MemoryRule::Far`] past the addresses.
    ///
    /// # Panics
    /// If `lanes` is 0 or more than 64, or `k` not below [`requests`](Self::requests).
    pub const fn request(&self, lanes: u32, k: i64) -> Result<Request, LayoutError> {
        self.request_of(lanes, k, Places::Checked)
    }

    /// [`request`](Self::request), of these places.
    pub(crate) const fn request_of(
        &self,
        lanes: u32,
        k: i64,
        places: Places,
    ) -> Result<Request, LayoutError> {
        assert!(0 <= k && k < self.requests(lanes), "no such request");
        let each = self.counts.1 / self.access.elements();
        let (warp, value) = (k / each, k % each * self.access.elements());
        let first = warp * lanes as i64;
        let rest = self.counts.0 - first;
        let count = if rest < lanes as i64 { rest } else { lanes as i64 } as usize;
        let mut request = Request::new(self.access, count);
        (request.warp, request.value, request.first) = (warp, value, first);
        let mut lane = 0;
        while lane < count {
            let thread = first + lane as i64;
            let place = match places {
                Places::Checked => self.address(thread, value, true),
                Places::Addresses => self.address(thread, value, false),
                Places::Coordinates => self.coordinate(thread, value),
            };
            request.addresses[lane] = match place {
                Ok(place) => place,
                Err(rule) => return Err(self.refused(rule)),
            };
            lane += 1;
        }
        Ok(request)
    }

    /// The phases of all requests, each of which takes a wavefront, on this layout of memory and on all injective ones.
    ///
    /// # Errors
    /// As [`request`](Self::request), but for layouts that serve a request in no order of their modes.
    pub(crate) const fn phases(&self, memory: &SharedMemory<'_>) -> Result<i64, LayoutError> {
        let served = match memory.served(&self.access) {
            Ok(served) => served,
            Err(error) => return Err(error),
        };
        let (mut sum, mut k) = (0, 0);
        while k < self.requests(memory.lanes) {
            // A layout that cannot serve the request stands for injective ones that can: there, addresses differ as coordinates do.
            let request = match self.request(memory.lanes, k) {
                Ok(request) => request,
                Err(_) => match self.request_of(memory.lanes, k, Places::Coordinates) {
                    Ok(request) => request,
                    Err(error) => return Err(error),
                },
            };
            sum += served.count(&request);
            k += 1;
        }
        Ok(sum)
    }

    /// The linear coordinate of a value in the memory layout.
    pub(crate) const fn coordinate(&self, thread: i64, value: i64) -> Result<i64, MemoryRule> {
        let at = match self.threads.index(&Coord::leaf(thread + self.counts.0 * value)) {
            Ok(at) => at,
            Err(_) => return Err(MemoryRule::Far { thread, value }),
        };
        let size = self.memory.size();
        if at < 0 || at >= size {
            return Err(MemoryRule::Outside { thread, value, coordinate: at, size });
        }
        Ok(at)
    }

    const fn offset(&self, thread: i64, value: i64) -> Result<i64, MemoryRule> {
        match self.coordinate(thread, value) {
            Ok(at) => match self.memory.index(&Coord::leaf(at)) {
                Ok(offset) => Ok(offset),
                Err(_) => Err(MemoryRule::Far { thread, value }),
            },
            Err(rule) => Err(rule),
        }
    }

    /// The address of the access that starts with a value, whose other values are looked at if `is_checked`.
    const fn address(&self, thread: i64, value: i64, is_checked: bool) -> Result<i64, MemoryRule> {
        let first = match self.offset(thread, value) {
            Ok(first) => first,
            Err(rule) => return Err(rule),
        };
        let (width, mut k) = (self.access.width, 1);
        while is_checked && k < self.access.elements() {
            match self.offset(thread, value + k) {
                Ok(found) if found == first + k => {}
                Ok(found) => {
                    let value = value + k;
                    return Err(MemoryRule::Apart { width, thread, value, first, found });
                }
                Err(rule) => return Err(rule),
            }
            k += 1;
        }
        match first.checked_mul(self.access.element) {
            Some(address) => self.access.aligned(address, thread, value),
            None => Err(MemoryRule::Far { thread, value }),
        }
    }

    pub(crate) const fn refused(&self, rule: MemoryRule) -> LayoutError {
        let (left, right) = (operand(&self.memory), operand(&self.threads));
        LayoutError::refused(Operation::Access, left, right, Rule::Memory(rule))
    }
}

/// A layout as one with a swizzle that changes nothing.
pub(crate) const fn unswizzled(layout: &Layout) -> Result<ComposedLayout, LayoutError> {
    ComposedLayout::new(Swizzle::IDENTITY, 0, *layout)
}

/// A swizzle that changes nothing is not printed.
pub(crate) const fn operand(layout: &ComposedLayout) -> Operand {
    if layout.swizzle().is_identity() && layout.offset() == 0 {
        Operand::Layout(layout.plain())
    } else {
        Operand::Composed(*layout)
    }
}

/// What a request has for each lane.
#[derive(Clone, Copy)]
pub(crate) enum Places {
    /// Addresses, after a look at each value.
    Checked,
    /// Addresses, where the values of an access are known to be neighbours.
    Addresses,
    /// Linear coordinates in the memory.
    Coordinates,
}

/// The accesses of one instruction of one warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    pub(crate) warp: i64,
    pub(crate) value: i64,
    pub(crate) access: Access,
    pub(crate) first: i64,
    pub(crate) count: usize,
    active: u64,
    pub(crate) addresses: [i64; MAX_LANES],
}

impl Request {
    /// The request of one warp whose lane `k` accesses the byte `addresses[k]`, or is off.
    ///
    /// ```
    /// use layout_core::memory::{Access, NVIDIA, Request};
    /// let column = Request::of(Access::new(4, 4)?, &[Some(0), None, Some(128), Some(256)])?;
    /// assert_eq!(NVIDIA.cost(&column)?.wavefronts, 3);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`MemoryRule::Lanes`] for more than 64 lanes, [`MemoryRule::Misaligned`] and [`MemoryRule::Far`] as
    /// [`AccessPattern::request`].
    pub const fn of(access: Access, addresses: &[Option<i64>]) -> Result<Self, LayoutError> {
        let count = addresses.len();
        if count > MAX_LANES {
            return Err(refused(MemoryRule::Lanes { lanes: count as u32, most: MAX_LANES }));
        }
        let (mut request, mut lane) = (Self::new(access, count), 0);
        while lane < count {
            match addresses[lane] {
                Some(address) => match access.aligned(address, lane as i64, 0) {
                    Ok(address) => request.addresses[lane] = address,
                    Err(rule) => return Err(refused(rule)),
                },
                None => request.active &= !(1 << lane),
            }
            lane += 1;
        }
        Ok(request)
    }

    /// A request of lanes that all access byte 0.
    const fn new(access: Access, count: usize) -> Self {
        let active = if count == 0 { 0 } else { u64::MAX >> (MAX_LANES - count) };
        Self { warp: 0, value: 0, access, first: 0, count, active, addresses: [0; MAX_LANES] }
    }

    /// Whether each lane accesses what the lane `xor` away does, if both are on.
    pub(crate) const fn agrees(&self, xor: u32) -> bool {
        let mut rest = self.active;
        while rest != 0 {
            let lane = rest.trailing_zeros();
            rest &= rest - 1;
            let other = lane ^ xor;
            let is_on = other < MAX_LANES as u32 && self.active >> other & 1 == 1;
            if is_on && self.addresses[lane as usize] != self.addresses[other as usize] {
                return false;
            }
        }
        true
    }

    /// The lanes that are on: bit `k` is lane `k`.
    pub const fn active(&self) -> u64 {
        self.active
    }

    /// The index of the warp.
    pub const fn warp(&self) -> i64 {
        self.warp
    }

    /// The first value that each thread moves.
    pub const fn value(&self) -> i64 {
        self.value
    }

    /// The access of each thread.
    pub const fn access(&self) -> &Access {
        &self.access
    }

    /// The thread of lane 0.
    pub const fn first_thread(&self) -> i64 {
        self.first
    }

    /// The address of the first byte of each lane; 0 for a lane that is off.
    pub const fn addresses(&self) -> &[i64] {
        self.addresses.split_at(self.count).0
    }

    /// Applies a function to all addresses, which keeps the bytes of an access together.
    pub(crate) fn mapped(&self, f: impl Fn(i64) -> i64) -> Self {
        let mut out = *self;
        out.addresses.iter_mut().take(self.count).for_each(|address| *address = f(*address));
        out
    }
}

/// `warp 0, values 0 to 7`.
impl core::fmt::Display for Request {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let last = self.value + self.access.elements() - 1;
        match self.access.elements() {
            1 => write!(f, "warp {}, value {}", self.warp, self.value),
            _ => write!(f, "warp {}, values {} to {last}", self.warp, self.value),
        }
    }
}
