//! Updates of an element of C by the sum of its products.

use crate::simd::{Element, Vectors};

/// `c = f(sum, c)`.
pub trait Update<T: Element>: Copy {
    /// Whether the old element of C is read.
    fn reads(self) -> bool;
    /// Returns the new elements, lane by lane.
    fn apply<V: Vectors<T>>(self, v: V, sum: V::Vector, old: V::Vector) -> V::Vector;
    /// Returns the new value of one element.
    fn apply_one(self, sum: T, old: T) -> T;
    /// Returns the update as two factors.
    fn blend(self) -> Blend<T>;
    /// Updates one element in memory.
    ///
    /// # Safety
    /// `at` must be valid for reads and writes.
    #[inline(always)]
    unsafe fn write_one(self, at: *mut T, sum: T) {
        // SAFETY: the caller's element.
        unsafe {
            let old = if self.reads() { at.read() } else { T::ZERO };
            at.write(self.apply_one(sum, old));
        }
    }
    /// Updates a vector of adjacent elements in memory.
    ///
    /// # Safety
    /// `at` must be valid for reads and writes of `LANES` elements.
    #[inline(always)]
    unsafe fn write<V: Vectors<T>>(self, v: V, at: *mut T, sum: V::Vector) {
        // SAFETY: the caller's elements.
        unsafe {
            let old = if self.reads() { v.load(at) } else { v.zero() };
            v.store(at, self.apply(v, sum, old));
        }
    }
    /// Passes on an update that does the same without comparing its factors.
    #[inline(always)]
    fn decide(self, to: impl Decided<T>) {
        to.run(self);
    }
}

/// Takes an update for which [`Update::reads`] is constant.
pub trait Decided<T: Element> {
    /// Runs with this update.
    fn run<U: Update<T>>(self, update: U);
}

/// `c = sum`.
#[derive(Clone, Copy, Debug)]
pub struct Set;
/// `c = c + sum`.
#[derive(Clone, Copy, Debug)]
pub struct Add;
/// `c = alpha * sum + beta * c`; if `beta` is 0, `c` is not read.
#[derive(Clone, Copy, Debug)]
pub struct Blend<T> {
    /// The factor of the sum.
    pub alpha: T,
    /// The factor of the old element of C.
    pub beta: T,
}

impl<T: Element> Update<T> for Set {
    #[inline(always)]
    fn reads(self) -> bool {
        false
    }
    #[inline(always)]
    fn apply<V: Vectors<T>>(self, _: V, sum: V::Vector, _: V::Vector) -> V::Vector {
        sum
    }
    #[inline(always)]
    fn apply_one(self, sum: T, _: T) -> T {
        sum
    }
    #[inline(always)]
    fn blend(self) -> Blend<T> {
        Blend { alpha: T::ONE, beta: T::ZERO }
    }
}

impl<T: Element> Update<T> for Add {
    #[inline(always)]
    fn reads(self) -> bool {
        true
    }
    #[inline(always)]
    fn apply<V: Vectors<T>>(self, v: V, sum: V::Vector, old: V::Vector) -> V::Vector {
        v.add(old, sum)
    }
    #[inline(always)]
    fn apply_one(self, sum: T, old: T) -> T {
        old.add(sum)
    }
    #[inline(always)]
    fn blend(self) -> Blend<T> {
        Blend { alpha: T::ONE, beta: T::ONE }
    }
}

impl<T: Element> Update<T> for Blend<T> {
    #[inline(always)]
    fn reads(self) -> bool {
        self.beta != T::ZERO
    }
    #[inline(always)]
    fn apply<V: Vectors<T>>(self, v: V, sum: V::Vector, old: V::Vector) -> V::Vector {
        if self.reads() {
            Mix(self).apply(v, sum, old)
        } else {
            Scale(self.alpha).apply(v, sum, old)
        }
    }
    #[inline(always)]
    fn apply_one(self, sum: T, old: T) -> T {
        if self.reads() {
            Mix(self).apply_one(sum, old)
        } else {
            Scale(self.alpha).apply_one(sum, old)
        }
    }
    #[inline(always)]
    fn blend(self) -> Blend<T> {
        self
    }
    #[inline(always)]
    fn decide(self, to: impl Decided<T>) {
        if self.reads() { to.run(Mix(self)) } else { to.run(Scale(self.alpha)) }
    }
}

/// `c = alpha * sum`.
#[derive(Clone, Copy)]
struct Scale<T>(T);
/// `c = alpha * sum + beta * c`.
#[derive(Clone, Copy)]
struct Mix<T>(Blend<T>);

impl<T: Element> Update<T> for Scale<T> {
    #[inline(always)]
    fn reads(self) -> bool {
        false
    }
    #[inline(always)]
    fn apply<V: Vectors<T>>(self, v: V, sum: V::Vector, _: V::Vector) -> V::Vector {
        v.mul(v.splat(self.0), sum)
    }
    #[inline(always)]
    fn apply_one(self, sum: T, _: T) -> T {
        self.0.mul(sum)
    }
    #[inline(always)]
    fn blend(self) -> Blend<T> {
        Blend { alpha: self.0, beta: T::ZERO }
    }
}

impl<T: Element> Update<T> for Mix<T> {
    #[inline(always)]
    fn reads(self) -> bool {
        true
    }
    #[inline(always)]
    fn apply<V: Vectors<T>>(self, v: V, sum: V::Vector, old: V::Vector) -> V::Vector {
        let Blend { alpha, beta } = self.0;
        v.mul_add(v.splat(beta), old, v.mul(v.splat(alpha), sum))
    }
    #[inline(always)]
    fn apply_one(self, sum: T, old: T) -> T {
        let Blend { alpha, beta } = self.0;
        beta.mul(old).add(alpha.mul(sum))
    }
    #[inline(always)]
    fn blend(self) -> Blend<T> {
        self.0
    }
}

/// A [`Blend`] whose factors are compared once: [`Set`], if they leave the sums as they are.
#[derive(Clone, Copy)]
pub struct SetOrBlend<T> {
    blend: Blend<T>,
    sets: bool,
}

impl<T: Element> SetOrBlend<T> {
    #[inline(always)]
    pub fn new(blend: Blend<T>) -> Self {
        Self { blend, sets: blend.alpha == T::ONE && blend.beta == T::ZERO }
    }
}

impl<T: Element> Update<T> for SetOrBlend<T> {
    #[inline(always)]
    fn reads(self) -> bool {
        !self.sets && self.blend.reads()
    }
    #[inline(always)]
    fn apply<V: Vectors<T>>(self, v: V, sum: V::Vector, old: V::Vector) -> V::Vector {
        if self.sets { sum } else { self.blend.apply(v, sum, old) }
    }
    #[inline(always)]
    fn apply_one(self, sum: T, old: T) -> T {
        if self.sets { sum } else { self.blend.apply_one(sum, old) }
    }
    #[inline(always)]
    fn blend(self) -> Blend<T> {
        self.blend
    }
    #[inline(always)]
    fn decide(self, to: impl Decided<T>) {
        if self.sets { to.run(Set) } else { self.blend.decide(to) }
    }
}
