//! The memory layouts that a comparison of swizzles shows.

use layout_core::Swizzle;

use crate::{Failure, MaybeSwizzled};

/// The layouts to compare: without its swizzle, with its swizzle, and with `swizzle`. Without a memory layout the
/// thread-value layout maps to offsets.
///
/// ```
/// use layout_cli::{MaybeSwizzled, memory::variants};
/// let (threads, memory) = (MaybeSwizzled::read("(8,8):(1,8)")?, MaybeSwizzled::read("(8,64):row")?);
/// let all = variants(&threads, Some(memory), "Sw<3,3,3>".parse().ok())?;
/// assert_eq!(all[1].to_string(), "Sw<3,3,3> o 0 o (8,64):(64,1)");
/// # Ok::<(), layout_cli::Failure>(())
/// ```
///
/// # Errors
///
/// A swizzle of a layout that maps to coordinates.
pub fn variants(
    threads: &MaybeSwizzled,
    memory: Option<MaybeSwizzled>,
    swizzle: Option<Swizzle>,
) -> Result<Vec<MaybeSwizzled>, Failure> {
    let memory = match memory {
        Some(memory) => memory,
        None => {
            let end = match threads {
                MaybeSwizzled::Plain(layout) => layout.cosize(),
                MaybeSwizzled::Swizzled(layout) => layout.bounds().1.saturating_add(1),
            };
            MaybeSwizzled::read(&format!("{end}:1"))?
        }
    };
    let mut all = vec![memory];
    if let MaybeSwizzled::Swizzled(_) = memory {
        all.insert(0, MaybeSwizzled::Plain(memory.plain()));
    }
    if let Some(swizzle) = swizzle {
        all.push(MaybeSwizzled::Plain(memory.plain()).swizzled(swizzle)?);
    }
    Ok(all)
}
