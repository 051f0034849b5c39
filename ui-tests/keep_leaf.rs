use static_layout::typenum::U4;
use static_layout::*;

fn main() {
    let _ = Owned::<u8, static_layout::Layout<U4, Keep>>::filled(7);
}
