//! A list without allocation. Its unused places are not initialized: to fill the 32 places of a layout's leaves takes
//! longer than a kernel takes for a few elements.

use core::fmt;
use core::mem::MaybeUninit;

/// At most `N` elements.
#[derive(Clone, Copy)]
pub(crate) struct List<T: Copy, const N: usize> {
    /// At most `N`. The elements before it are initialized.
    len: usize,
    elements: MaybeUninit<[T; N]>,
}

impl<T: Copy, const N: usize> List<T, N> {
    /// No elements.
    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Self { len: 0, elements: MaybeUninit::uninit() }
    }

    /// `len` times the same element.
    #[inline(always)]
    pub(crate) const fn repeat(element: T, len: usize) -> Self {
        let mut list = Self::new();
        while list.len < len {
            list.push(element);
        }
        list
    }

    /// The number of elements.
    #[inline(always)]
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are `N` elements.
    #[inline(always)]
    pub(crate) const fn is_full(&self) -> bool {
        self.len == N
    }

    /// Adds an element after the others.
    ///
    /// # Panics
    /// If there are `N` elements.
    #[inline(always)]
    pub(crate) const fn push(&mut self, element: T) {
        assert!(self.len < N, "the list is full");
        // SAFETY: the array has `N` places, and `len < N`.
        unsafe { self.elements.as_mut_ptr().cast::<T>().add(self.len).write(element) };
        self.len += 1;
    }

    /// Removes the elements from `len` on.
    #[inline(always)]
    pub(crate) const fn truncate(&mut self, len: usize) {
        if len < self.len {
            self.len = len;
        }
    }

    /// The elements.
    #[inline(always)]
    pub(crate) const fn as_slice(&self) -> &[T] {
        // SAFETY: `push` has initialized the first `len` places, and `truncate` only lowers `len`.
        unsafe { core::slice::from_raw_parts(self.elements.as_ptr().cast(), self.len) }
    }

    /// The elements, for writing.
    #[inline(always)]
    pub(crate) const fn as_mut_slice(&mut self) -> &mut [T] {
        // SAFETY: `push` has initialized the first `len` places, and `truncate` only lowers `len`.
        unsafe { core::slice::from_raw_parts_mut(self.elements.as_mut_ptr().cast(), self.len) }
    }
}

impl<T: Copy + fmt::Debug, const N: usize> fmt::Debug for List<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::List;
    use alloc::vec::Vec;

    /// Lists of all lengths have what was pushed, and nothing after a truncation.
    #[test]
    fn a_list_has_what_was_pushed() {
        for len in 0..=4 {
            let mut list = List::<_, 4>::new();
            let all: Vec<usize> = (0..len).map(|k| 10 * k).collect();
            all.iter().for_each(|&x| list.push(x));
            assert_eq!((list.len(), list.as_slice()), (len, &all[..]));
            list.as_mut_slice().reverse();
            assert!(list.as_slice().iter().eq(all.iter().rev()));
            list.truncate(2);
            assert_eq!(list.len(), len.min(2));
            list.truncate(4);
            assert_eq!(list.len(), len.min(2));
            assert_eq!(List::<_, 4>::repeat(7, len).as_slice(), [7, 7, 7, 7].split_at(len).0);
        }
    }

    #[test]
    #[should_panic = "the list is full"]
    fn a_list_ends() {
        List::<_, 2>::repeat(0, 3);
    }
}
