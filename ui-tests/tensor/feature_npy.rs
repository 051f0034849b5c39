//! View::from_npy: without the feature `npy`.
//! Fix: add the feature.
use static_layout::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bytes = std::fs::read("a.npy")?;
    let array: View<f32, Layout!((?, 8):row)> = View::from_npy(&bytes)?;
    println!("{}", array[(0, 1)]);
    Ok(())
}
