//! The functions behind [`layout_dbg!`](macro@crate::layout_dbg), [`assert_layout!`](macro@crate::assert_layout) and
//! [`assert_same_function!`](macro@crate::assert_same_function): during compilation if the layouts are static, otherwise at
//! run time. And those behind [`assert_conflict_free!`](macro@crate::assert_conflict_free) and its siblings, which only
//! compare static layouts.

use crate::types::{AnyLayout, Bool, OffsetMap, PlainLayout, PlainOf, check};
use layout_core::memory::{Access, GlobalMemory, SharedMemory};
use layout_core::solve::{AccessUse, Map, Problem, Space, assert};
use layout_core::{self as value, LayoutError, Swizzle, Text};

/// The function behind [`layout_dbg!`](macro@crate::layout_dbg).
#[layout_macros::at_caller]
pub const fn show<L: AnyLayout>(_: &L) {
    const {
        if check::is_made::<L::Shape, <PlainOf<L> as PlainLayout>::Stride>() {
            check::stop(shown::<L>().as_str())
        }
    }
}

const fn shown<L: AnyLayout>() -> Text {
    let swizzled = if <L::OffsetMap as OffsetMap>::IS_IDENTITY { "" } else { "a swizzle around " };
    let description = L::FORM.description();
    Text::of("layout_dbg!: ").then(swizzled).then(description.as_str())
}

/// The function behind [`assert_layout!`](macro@crate::assert_layout).
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn must_equal<A: PlainLayout, B: PlainLayout>(a: &A, b: &B) {
    const {
        if are_static::<A, B>()
            && let Some(text) = unequal(&A::FORM, &B::FORM)
        {
            check::stop(text.as_str())
        }
    };
    panic_at::<A, B>(*a, *b, unequal);
}

/// The function behind [`assert_same_function!`](macro@crate::assert_same_function).
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn must_be_same_function<A: PlainLayout, B: PlainLayout>(a: &A, b: &B) {
    const {
        if are_static::<A, B>()
            && let Some(text) = different(&A::FORM, &B::FORM)
        {
            check::stop(text.as_str())
        }
    };
    panic_at::<A, B>(*a, *b, different);
}

const fn unequal(a: &value::Layout, b: &value::Layout) -> Option<Text> {
    if a.equals(b) {
        return None;
    }
    let text = Text::of("assert_layout!: the layout is ").then_layout(a);
    let text = text.then(" and not ").then_layout(b);
    Some(match a.difference(b) {
        None => text.then(", which is the same function"),
        Some(difference) => text.then("\n").then(difference.as_str()),
    })
}

const fn different(a: &value::Layout, b: &value::Layout) -> Option<Text> {
    match a.difference(b) {
        None => None,
        Some(difference) => Some(Text::of("assert_same_function!: ").then(difference.as_str())),
    }
}

/// Whether both layouts are static, so the compiler can compare them.
const fn are_static<A: PlainLayout, B: PlainLayout>() -> bool {
    check::is_layout(&A::FORM)
        && check::is_layout(&B::FORM)
        && <A::IsStatic as Bool>::VALUE
        && <B::IsStatic as Bool>::VALUE
}

#[inline(always)]
#[track_caller]
fn panic_at<A: PlainLayout, B: PlainLayout>(
    a: A,
    b: B,
    wrong: fn(&value::Layout, &value::Layout) -> Option<Text>,
) {
    if !const { are_static::<A, B>() }
        && let Some(text) = wrong(&a.to_dynamic(), &b.to_dynamic())
    {
        panic!("{}", text.as_str())
    }
}

/// The constants of [`assert_conflict_free!`](macro@crate::assert_conflict_free): its access, and its memory `M`.
pub trait AccessOf<M> {
    /// What an instruction moves.
    const ACCESS: Access;
    /// The memory.
    const MEMORY: M;
}

/// The function behind [`assert_conflict_free!`](macro@crate::assert_conflict_free).
#[layout_macros::at_caller]
#[inline(always)]
pub const fn must_be_conflict_free<C, T, M>(_: &T, _: &M)
where
    C: AccessOf<SharedMemory<'static>>,
    T: AnyLayout,
    M: AnyLayout,
{
    const {
        const NAME: &str = "assert_conflict_free!: ";
        if are_constant::<T, M>(NAME) {
            let (threads, memory) =
                (check::carried::known::<T>(None), check::carried::known::<M>(None));
            let found = assert::conflict(&threads, &memory, C::ACCESS, &C::MEMORY);
            if let Some(text) = reason(NAME, found) {
                check::stop(text.as_str())
            }
        }
    }
}

/// The function behind [`assert_coalesced!`](macro@crate::assert_coalesced).
#[layout_macros::at_caller]
#[inline(always)]
pub const fn must_be_coalesced<C, T, M>(_: &T, _: &M)
where
    C: AccessOf<GlobalMemory<'static>>,
    T: AnyLayout,
    M: AnyLayout,
{
    const {
        const NAME: &str = "assert_coalesced!: ";
        if are_constant::<T, M>(NAME) {
            let (threads, memory) =
                (check::carried::known::<T>(None), check::carried::known::<M>(None));
            let found = assert::uncoalesced(&threads, &memory, C::ACCESS, &C::MEMORY);
            if let Some(text) = reason(NAME, found) {
                check::stop(text.as_str())
            }
        }
    }
}

/// The function behind [`assert_vector!`](macro@crate::assert_vector).
#[layout_macros::at_caller]
#[inline(always)]
pub const fn must_have_vector<const N: usize, A: PlainLayout, B: PlainLayout>(_: &A, _: &B) {
    const {
        const NAME: &str = "assert_vector!: ";
        if N == 0 {
            check::stop("assert_vector!: a vector has 1 or more elements, not 0")
        }
        if are_constant::<A, B>(NAME)
            && let Some(text) = reason(NAME, assert::no_vector(N as i64, &A::FORM, &B::FORM))
        {
            check::stop(text.as_str())
        }
    }
}

/// Whether both layouts exist. Stops the compiler at a leaf that it does not know.
const fn are_constant<A: AnyLayout, B: AnyLayout>(name: &str) -> bool {
    if !check::is_layout(&A::FORM) || !check::is_layout(&B::FORM) {
        return false;
    }
    if !<A::IsStatic as Bool>::VALUE || !<B::IsStatic as Bool>::VALUE {
        let text = Text::of(name)
            .then("the compiler knows no run-time leaf: count with `AccessPattern` at run time");
        check::stop(text.as_str())
    }
    true
}

/// The text of a failed assertion, or of a refusal.
const fn reason(name: &str, found: Result<Option<Text>, LayoutError>) -> Option<Text> {
    match found {
        Ok(None) => None,
        Ok(Some(text)) => Some(Text::of(name).then(text.as_str())),
        Err(error) => Some(Text::of(name).then(error.message().as_str())),
    }
}

/// The layout of a value, for [`solve!`](macro@crate::solve).
///
/// # Panics
/// For a run-time leaf.
pub const fn constant<L: AnyLayout>(_: &L) -> value::ComposedLayout {
    assert!(<L::IsStatic as Bool>::VALUE, "solve!: the compiler knows no run-time leaf");
    check::carried::known::<L>(None)
}

/// The function behind [`solve!`](macro@crate::solve): the swizzle, or why there is none.
pub const fn solved<const N: usize>(
    memory: value::ComposedLayout,
    threads: [value::ComposedLayout; N],
    access: Access,
    machine: &SharedMemory<'static>,
) -> Result<Swizzle, Text> {
    const NAME: &str = "solve!: ";
    assert!(N > 0, "solve!: there is no access");
    if !memory.swizzle().is_identity() {
        return Err(Text::of(NAME).then("the memory layout has a swizzle already"));
    }
    let (mut uses, mut k) = ([AccessUse { threads: threads[0], access, times: 1 }; N], 0);
    while k < N {
        uses[k].threads = threads[k];
        k += 1;
    }
    let found = match Problem::new(memory.plain(), &uses, machine, Space::SWIZZLES) {
        Ok(problem) => problem.solve(1 << 16),
        Err(error) => Err(error),
    };
    let found = match found {
        Ok(found) => found,
        Err(error) => return Err(Text::of(NAME).then(error.message().as_str())),
    };
    if found.cost() > found.least() {
        let text = Text::of(NAME).then("the best swizzle leaves ").then_number(found.cost());
        return Err(text.then(" wavefronts instead of ").then_number(found.least()));
    }
    match found.map() {
        Map::Swizzle(swizzle) => Ok(swizzle),
        _ => Err(Text::of(NAME).then("a space of swizzles has no other maps")),
    }
}
