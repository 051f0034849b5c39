//! Rows of tuples of integers.

use layout_core::{Coord, IntTuple, Layout};

use crate::language::operations::family;

family! {
    /// Shapes, strides and coordinates as tuples.
    TUPLES "Tuples" {
        product ["product_of"] (a: IntTuple) "the product of all integers" => a.product_of()?;
        product_each [] (a: IntTuple) "the product of each element" => a.product_each()?;
        product_like [] (a: IntTuple, guide: IntTuple) "products where the guide has an integer" => a.product_like(&guide)?;
        sum [] (a: IntTuple) "the sum of all integers" => a.sum_of()?;
        inner_product [] (a: IntTuple, b: IntTuple) "the sum of the products of integers at the same position" => a.inner_product_of(&b)?;
        elem_add ["add"] (a: IntTuple, b: IntTuple) "sums, integer by integer" => a.elem_add(&b)?;
        elem_sub ["sub"] (a: IntTuple, b: IntTuple) "differences, integer by integer" => a.elem_sub(&b)?;
        elem_min ["min"] (a: IntTuple, b: IntTuple) "the smaller integer at each position" => a.elem_min(&b)?;
        elem_max ["max"] (a: IntTuple, b: IntTuple) "the larger integer at each position" => a.elem_max(&b)?;
        elem_scale ["elem_mul"] (a: IntTuple, b: IntTuple) "products, integer by integer" => a.elem_scale(&b)?;
        shape_div [] (a: IntTuple, b: IntTuple) "extents divided by a shape, exactly" => a.shape_div(&b)?;
        shape_mod [] (a: IntTuple, b: IntTuple) "the shape of the first b elements; shape_div gives the rest" => a.shape_mod(&b)?;
        ceil_div [] (a: IntTuple, b: IntTuple) "quotients rounded up, from the first extent on" => a.ceil_div(&b)?;
        ceil_div_by_mode [] (a: IntTuple, b: IntTuple) "quotients rounded up, mode by mode" => a.ceil_div_by_mode(&b)?;
        round_up [] (a: IntTuple, b: IntTuple) "each extent rounded up to a multiple of that of b" => a.round_up(&b)?;
        crd2idx [] (c: IntTuple, shape: IntTuple) "the linear index of a coordinate" => c.crd2idx_of(&shape)?;
        crd2idx [] (c: IntTuple, shape: IntTuple, stride: IntTuple) "the offset of a coordinate" => Layout::new(shape, stride)?.image(&Coord::from_tuple(c))?;
        idx2crd [] (i: IntTuple, shape: IntTuple) "the coordinate of a linear index" => i.idx2crd(&shape)?;
        crd2crd [] (c: IntTuple, from: IntTuple, to: IntTuple) "a coordinate of one shape as one of another" => c.crd2crd(&from, &to)?;
        increment [] (c: IntTuple, shape: IntTuple) "the next coordinate" => c.increment(&shape)?;
        reverse [] (a: IntTuple) "the elements from the end" => a.reverse()?;
        insert [] (a: IntTuple, i: usize, x: IntTuple) "x before element i" => a.insert(i, &x)?;
        remove [] (a: IntTuple, i: usize) "without element i" => a.remove(i)?;
        repeat [] (x: IntTuple, n: usize) "x, n times" => x.repeat(n)?;
        repeat_like [] (guide: IntTuple, x: IntTuple) "x in the place of each integer" => guide.repeat_like(&x)?;
        wrap [] (a: IntTuple) "an integer as a tuple of one" => a.wrap();
        unwrap [] (a: IntTuple) "a tuple of one as its element" => a.unwrap();
    }
}
