//! All families as one trait.

/// The methods of all families as one trait. Each family hands its methods and rows on to the next one; the last
/// in the list is the trait, with the methods that are in no table. `$d` is `$`.
macro_rules! collect {
    ({[$d:tt $list:ident: $(#[$doc:meta])* pub trait $Trait:ident: $Super:ident { $($own:tt)* }]}
        {$($methods:tt)*} {$($rows:tt)*}) => {
        $(#[$doc])*
        #[layout_macros::at_caller($Trait)]
        pub trait $Trait: $Super {
            $($own)*
            $($methods)*
        }
        impl<T: $Super> $Trait for T {}

        /// Calls the macro `$then` with the rows of the table: name, result, kind, operands, `try_` name.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! $list {
            ($d then:ident) => { $d then! { $($rows)* } };
        }
    };
    ({$family:ident $($then:tt)*} $methods:tt $rows:tt) => {
        super::$family::$family! { {$($then)*} $methods $rows }
    };
}

pub(crate) use collect;
