//! `#[layout_macros::at_caller]`: refusals of what is in an item show the line of its caller, and no line
//! of this library. How, `layout-macros` says; here is the macro that knows a span from this file into
//! another one.

mod other;

other::from_here! {
    here {
        /// The items; what they refuse is nowhere.
        macro_rules! at_caller {
            ($($item:tt)*) => { ::layout_macros::items_at_caller! { NOWHERE $($item)* } };
        }
        pub(crate) use at_caller;
    }
}
