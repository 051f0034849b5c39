use static_layout::*;

fn main() {
    let _ = Owned::<u8, Layout!((?, 4):(0, 1))>::filled(7);
}
