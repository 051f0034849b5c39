//! The loop nest of several layouts, a constant if all of them are static.

use super::pair::LeafPair;
use super::{Nest, each_ref, misfit};
use crate::side::{Described, operand_of, operand_of_type};
use crate::simd::{Machine, Task, dispatch};
use core::marker::PhantomData;
use layout_core::{LayoutError, Operation, Rule};
use static_layout::internal::{self, Form, is_static};

/// `K` layouts of one size. The last one is written, and determines the order of the loops.
#[layout_macros::at_caller]
pub trait Sides<const K: usize>: Copy {
    /// The loops, or why there are none, if all layouts are static.
    const FOUND: Option<Result<Nest<K>, Rule>>;
    /// The loops, if all layouts are static. Stops the compiler if the static leaves prove that there are no common modes.
    const STATIC: Option<Nest<K>>;
    /// Whether no layout has more than two leaves.
    const HAS_PAIRS: bool;
    /// The layouts as integers, if all have [pairs](Self::HAS_PAIRS) of leaves.
    fn pairs(self) -> [LeafPair; K];
    /// The layouts as integers.
    fn described(self) -> [Described; K];
    /// The error for layouts that `rule` refuses.
    fn refuse(self, rule: Rule) -> LayoutError;

    /// Runs a task with the loops on the widest vectors of this machine. The loops of static layouts are constants in the
    /// code of the task, unless they cross: the compiler would take the tiles of constant loops apart.
    ///
    /// # Errors
    /// If run-time layouts have no common modes.
    #[inline(always)]
    fn run<T: NestTask<K>>(self, mut task: T) -> Result<T::Output, LayoutError> {
        if const { is_straight(&Self::STATIC) } {
            let nest = StaticNest(PhantomData::<Self>);
            return Ok(dispatch(WithNest { nest, task: &mut task }));
        }
        match const { &Self::STATIC } {
            Some(nest) => Ok(dispatch(WithNest { nest, task: &mut task })),
            None => self.run_open(
                #[inline(always)]
                |nest| run_nest(&mut task, nest),
            ),
        }
    }

    /// The loops, if all layouts are static.
    #[cfg(feature = "rayon")]
    fn static_nest(self) -> Option<&'static Nest<K>> {
        const { Self::STATIC.as_ref() }
    }

    /// Passes the loops of run-time layouts on, by reference: they are large.
    ///
    /// # Errors
    /// If the layouts have no common modes.
    #[inline(always)]
    fn run_open<O>(self, run: impl FnOnce(&Nest<K>) -> O) -> Result<O, LayoutError> {
        let mut nest = Nest::new();
        if !(const { Self::HAS_PAIRS } && nest.add_pair(self.pairs()))
            && let Err(rule) = self.search(&mut nest)
        {
            return Err(self.refuse(rule));
        }
        Ok(run(&nest))
    }

    /// Finds the loops of any layouts. Not inlined: `Nest::add_pair` has found the loops of most layouts before.
    ///
    /// # Errors
    /// If the layouts have no common modes.
    #[inline(never)]
    fn search(self, nest: &mut Nest<K>) -> Result<(), Rule> {
        find(nest, &self.described())
    }
}

/// Runs a task with the loops of run-time layouts on the widest vectors of this machine.
#[inline(always)]
pub(crate) fn run_nest<T: NestTask<K>, const K: usize>(task: &mut T, nest: &Nest<K>) -> T::Output {
    dispatch(WithNest { nest, task })
}

/// Whether these are loops that do not cross.
const fn is_straight<const K: usize>(nest: &Option<Nest<K>>) -> bool {
    match nest {
        Some(nest) => !nest.crosses(),
        None => false,
    }
}

/// What a kernel does in the loops of its layouts.
pub trait NestTask<const K: usize> {
    /// The result.
    type Output;
    /// Runs the loops. Inlined always, as [`Task::run`].
    fn run<M: Machine>(&mut self, machine: M, nest: &Nest<K>) -> Self::Output;
}

/// Loops that are a constant or a value.
trait NestSource<const K: usize> {
    fn nest(&self) -> &Nest<K>;
}

/// The loops of the static layouts `S`.
struct StaticNest<S>(PhantomData<S>);

impl<S: Sides<K>, const K: usize> NestSource<K> for StaticNest<S> {
    #[inline(always)]
    fn nest(&self) -> &Nest<K> {
        // `STATIC` has stopped the compiler. Here it would be named a second time.
        const {
            match &S::FOUND {
                Some(Ok(nest)) => nest,
                _ => &Nest::new(),
            }
        }
    }
}

impl<const K: usize> NestSource<K> for &Nest<K> {
    #[inline(always)]
    fn nest(&self) -> &Nest<K> {
        self
    }
}

/// A task by reference, with its loops. A processor stalls where it copies what was just written in parts, so that the
/// task is not copied to the function that is compiled for the machine.
struct WithNest<'t, N, T, const K: usize> {
    nest: N,
    task: &'t mut T,
}

impl<N: NestSource<K>, T: NestTask<K>, const K: usize> Task for WithNest<'_, N, T, K> {
    type Output = T::Output;

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) -> T::Output {
        self.task.run(machine, self.nest.nest())
    }
}

/// The loops of the layouts, in the order of the last one.
const fn found<const K: usize>(sides: &[Described; K]) -> Result<Nest<K>, Rule> {
    let mut nest = Nest::new();
    match find(&mut nest, sides) {
        Ok(()) => Ok(nest),
        Err(rule) => Err(rule),
    }
}

/// [`found`], in place: a nest is large. `nest` is empty before.
const fn find<const K: usize>(nest: &mut Nest<K>, sides: &[Described; K]) -> Result<(), Rule> {
    if let Err(rule) = nest.find(each_ref(sides)) {
        return Err(rule);
    }
    nest.order(K - 1);
    nest.cross();
    nest.end();
    Ok(())
}

/// Implements [`Sides`] for tuples. The right operand of a refusal is the first layout that has no common modes with
/// layout 0, or the last layout.
macro_rules! sides {
    ($K:literal: $A:ident $a:ident, $($L:ident $l:ident $pair:literal),* ; $Last:ident $last:ident) => {
        #[layout_macros::at_caller]
        impl<$A: Form, $($L: Form),*> Sides<$K> for ($A, $($L),*) {
            const FOUND: Option<Result<Nest<$K>, Rule>> = if is_static::<$A>() $(&& is_static::<$L>())* {
                Some(found(&[Described::of_type::<$A>(), $(Described::of_type::<$L>()),*]))
            } else {
                None
            };

            const STATIC: Option<Nest<$K>> = {
                let first = &$A::FORM;
                if let Some(rule) = misfit([first, $(&$L::FORM),*]) {
                    let left = operand_of_type::<$A>();
                    #[allow(unused_mut, reason = "a pair has no first of several")]
                    let (mut right, mut rule) = (operand_of_type::<$Last>(), rule);
                    $(
                        if $pair && let Some(other) = misfit([first, &$L::FORM]) {
                            (right, rule) = (operand_of_type::<$L>(), other);
                        }
                    )*
                    let error = LayoutError::refused(Operation::Combine, left, right, rule);
                    if error.is_of_integers() {
                        internal::stop(error.of_nesting().as_str())
                    }
                }
                match Self::FOUND {
                    Some(Ok(nest)) => Some(nest),
                    _ => None,
                }
            };

            const HAS_PAIRS: bool = LeafPair::has::<$A>() $(&& LeafPair::has::<$L>())*;

            #[inline(always)]
            fn pairs(self) -> [LeafPair; $K] {
                let ($a, $($l),*) = self;
                [LeafPair::of($a), $(LeafPair::of($l)),*]
            }

            #[inline]
            fn described(self) -> [Described; $K] {
                let ($a, $($l),*) = self;
                [Described::of($a), $(Described::of($l)),*]
            }

            #[cold]
            fn refuse(self, rule: Rule) -> LayoutError {
                let ($a, $($l),*) = self;
                #[allow(unused_mut, reason = "a pair has no first of several")]
                let (mut right, mut rule) = (operand_of($last), rule);
                $(
                    if $pair && let Err(first) = found(&[Described::of($a), Described::of($l)]) {
                        (right, rule) = (operand_of($l), first);
                    }
                )*
                LayoutError::refused(Operation::Combine, operand_of($a), right, rule)
            }
        }
    };
}
sides! { 1: A a, ; A a }
sides! { 2: A a, B b false; B b }
sides! { 3: A a, B b true, C c false; C c }
sides! { 4: A a, B b true, C c true, D d false; D d }
sides! { 5: A a, B b true, C c true, D d true, E e false; E e }
sides! { 6: A a, B b true, C c true, D d true, E e true, F f false; F f }
sides! { 7: A a, B b true, C c true, D d true, E e true, F f true, G g false; G g }
sides! { 8: A a, B b true, C c true, D d true, E e true, F f true, G g true, H h false; H h }
sides! { 9: A a, B b true, C c true, D d true, E e true, F f true, G g true, H h true, I i false; I i }
