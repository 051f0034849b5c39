fn tiles() {
    let rows = layout!((128, 64):(1, 128)).zipped_divide(tile!(16, 8)); // ((16,8),(8,8)):((1,128),(16,64))
}
