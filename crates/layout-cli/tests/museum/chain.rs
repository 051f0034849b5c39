fn tiles() {
    let rows = layout!((128, 64):(1, 128)).zipped_divide(tile!(16, 8)); // ((16,8),(8,8)):((1,128),(16,64))
}

fn shapes() {
    assert_eq!(layout!((10, 9)).zipped_divide(tile!(5, 3)).to_string(), "((5,3),(2,3)):((1,10),(5,30))");
}
