//! [`Location`], where Ascend C stores a tensor.

use core::fmt;
use core::str::FromStr;

use layout_core::LayoutError;
use layout_core::scan::{expected_at, read_whole};

macro_rules! locations {
    ($($(#[$doc:meta])* $name:ident $text:literal)*) => {
        /// A memory of Ascend C: the `Location` of `MakeMemPtr`. Metadata only: on the CPU all memory is one.
        ///
        /// ```
        /// use static_layout_dialects::Location;
        /// let l1: Location = "L1".parse()?;
        /// assert_eq!((l1, l1.name()), (Location::L1, "L1"));
        /// # Ok::<(), layout_core::LayoutError>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Location {
            $($(#[$doc])* $name,)*
        }

        impl Location {
            /// All locations.
            pub const ALL: [Self; [$($text),*].len()] = [$(Self::$name),*];

            /// The name in Ascend C.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }
        }
    };
}
locations! {
    /// Global memory.
    Gm "GM"
    /// The buffer next to the matrix unit.
    L1 "L1"
    /// The left operand of the matrix unit.
    L0a "L0A"
    /// The right operand of the matrix unit.
    L0b "L0B"
    /// The result of the matrix unit.
    L0c "L0C"
    /// The buffer of the vector unit.
    Ub "UB"
    /// The bias of the matrix unit.
    Bias "BIAS"
    /// The parameters of the unit that writes results.
    Fixbuf "FIXBUF"
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Location {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| {
            let (place, name) = (scanner.position(), scanner.word());
            let found = Self::ALL.into_iter().find(|location| location.name() == name);
            found.ok_or(expected_at(place, "a location such as `GM` or `L1`"))
        })
    }
}

/// A layout or a view with the memory that it belongs to.
///
/// ```
/// use layout_core::Frame;
/// use static_layout_dialects::{Location, Stored};
/// let a = Stored::new(Location::L1, Frame::Nz.layout(16, 32, 16)?);
/// assert_eq!((a.location(), a.size()), (Location::L1, 512));
/// assert_eq!(a.to_string(), "L1 ((16,1),(16,2)):((16,0),(1,256))");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored<T> {
    location: Location,
    value: T,
}

impl<T> Stored<T> {
    /// The value in this memory.
    pub const fn new(location: Location, value: T) -> Self {
        Self { location, value }
    }

    /// The memory.
    pub const fn location(&self) -> Location {
        self.location
    }

    /// The value without its memory.
    pub fn into_inner(self) -> T {
        self.value
    }
}

impl<T> core::ops::Deref for Stored<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: fmt::Display> fmt::Display for Stored<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.location, self.value)
    }
}
