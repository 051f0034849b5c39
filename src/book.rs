#![doc = include_str!("book/links.md")]
#![doc = include_str!("../docs/book/README.md")]

// The chapters are the files of `docs/book`, which are also read on their own. Each module begins with `links.md`: if a
// link is defined twice, the first definition counts, so links between files become links between pages. Pictures are
// in `pictures.md`, written by `crates/layout-cli/tests/book.rs`. Compiled for the documentation only.

/// One module for each chapter, with the reference on its subject.
macro_rules! chapters {
    ($($name:ident $file:literal $reference:literal)*) => {$(
        #[doc = include_str!("book/links.md")]
        #[doc = include_str!("book/pictures.md")]
        #[doc = include_str!($file)]
        #[doc = "\n## In the reference\n"]
        #[doc = $reference]
        pub mod $name {}
    )*};
}

chapters! {
    tutorial "../docs/book/tutorial.md"
        "[`layout!`](macro@crate::layout), [`View`](crate::View), [`tile`](crate::View::tile), \
         [`tiles_mut`](crate::TensorMut::tiles_mut), [`matmul_add`](https://docs.rs/static-layout-kernels/latest/static_layout_kernels/fn.matmul_add.html)."
    layouts "../docs/book/layouts.md"
        "[`Layout`](struct@crate::Layout), [`index`](crate::Layout::index), [`coord`](crate::Layout::coord), \
         [`size`](crate::Layout::size), [`cosize`](crate::Layout::cosize), [`slice`](crate::Layout::slice), \
         [`coord_of`](crate::Layout::coord_of)."
    coalescing "../docs/book/coalescing.md"
        "[`coalesce`](crate::Layout::coalesce), [`coalesce_by`](crate::Layout::coalesce_by), \
         [`filter`](crate::Layout::filter), [`same_function`](crate::Layout::same_function), \
         [`assert_same_function!`](crate::assert_same_function)."
    composition "../docs/book/composition.md"
        "[`compose`](crate::Layout::compose), [`Tile`](struct@crate::Tile), [`right_inverse`](crate::Layout::right_inverse), \
         [`left_inverse`](crate::Layout::left_inverse), [`Basis`](crate::int::Basis)."
    division "../docs/book/division.md"
        "[`complement`](crate::Layout::complement), [`logical_divide`](crate::Layout::logical_divide), \
         [`zipped_divide`](crate::Layout::zipped_divide), [`tiled_divide`](crate::Layout::tiled_divide), \
         [`flat_divide`](crate::Layout::flat_divide), [`zipped_divide_padded`](crate::Layout::zipped_divide_padded), \
         [`Padded`](crate::Padded)."
    products "../docs/book/products.md"
        "[`logical_product`](crate::Layout::logical_product), [`blocked_product`](crate::Layout::blocked_product), \
         [`raked_product`](crate::Layout::raked_product), [`tile_to_shape`](crate::Layout::tile_to_shape)."
    swizzles "../docs/book/swizzles.md"
        "[`Swizzle`](crate::Swizzle), [`ComposedLayout`](crate::ComposedLayout), \
         [`swizzled`](crate::Layout::swizzled)."
    swizzles_found "../docs/book/swizzles_found.md"
        "[`dynamic::solve`](crate::dynamic::solve), [`dynamic::memory`](crate::dynamic::memory), \
         [`dynamic::certificate`](crate::dynamic::certificate), [`assert_conflict_free!`](crate::assert_conflict_free), \
         [`solve!`](crate::solve)."
    threads "../docs/book/threads.md"
        "[`partition`](crate::View::partition), [`partition_mut`](crate::TensorMut::partition_mut), \
         [`outer_partition`](crate::View::outer_partition), [`raked_product`](crate::Layout::raked_product), \
         [`TiledMma`](https://docs.rs/static-layout-kernels/latest/static_layout_kernels/gemm/struct.TiledMma.html)."
    bits "../docs/book/bits.md"
        "[`BitLayout`](crate::dynamic::BitLayout), [`BitMatrix`](crate::dynamic::BitMatrix), \
         [`BankSwizzle`](crate::dynamic::BankSwizzle), [`Shuffle`](crate::dynamic::Shuffle)."
    mixed "../docs/book/mixed.md"
        "[`AnyLayout`](crate::AnyLayout), [`Int`](crate::int::Int), [`ops`](crate::ops), [`dynamic`](crate::dynamic), \
         [`from_dynamic`](crate::Layout::from_dynamic)."
    facts "../docs/book/facts.md"
        "[`Multiple`](crate::int::Multiple), [`SymbolicLayout`](crate::dynamic::SymbolicLayout), \
         [`Facts`](crate::dynamic::Facts)."
    constants "../docs/book/constants.md"
        "[`Extent`](crate::Extent), [`Static`](crate::Static), [`Numeral`](crate::Numeral), \
         [`numeral`](crate::numeral), [`dispatch!`](crate::dispatch), [`Tile!`](macro@crate::Tile)."
    const_values "../docs/book/const_values.md"
        "The crate `static-layout-const`, a package of the repository."
    refusals "../docs/book/refusals.md"
        "[`LayoutError`](crate::LayoutError), [`layout_dbg!`](crate::layout_dbg), \
         [`assert_layout!`](crate::assert_layout)."
    tensors "../docs/book/tensors.md"
        "[`Tensor`](crate::Tensor), [`TensorMut`](crate::TensorMut), [`View`](crate::View), \
         [`ViewMut`](crate::ViewMut), [`Boxed`](crate::Boxed), [`Coordinates`](crate::Coordinates)."
    kernels "../docs/book/kernels.md"
        "The crate [`static-layout-kernels`](https://docs.rs/static-layout-kernels)."
    contractions "../docs/book/contractions.md"
        "[`contract!`](https://docs.rs/static-layout-kernels/latest/static_layout_kernels/macro.contract.html)."
    packed "../docs/book/packed.md"
        "The crate [`static-layout-formats`](https://docs.rs/static-layout-formats)."
    pages "../docs/book/pages.md"
        "The crate [`static-layout-formats`](https://docs.rs/static-layout-formats)."
    from_cute "../docs/book/from_cute.md"
        "[`tile`](crate::View::tile), [`outer_partition`](crate::View::outer_partition), \
         [`partition_mut`](crate::TensorMut::partition_mut), \
         [`TiledCopy`](https://docs.rs/static-layout-kernels/latest/static_layout_kernels/struct.TiledCopy.html), \
         [`matmul_add`](https://docs.rs/static-layout-kernels/latest/static_layout_kernels/fn.matmul_add.html)."
    gpu "../docs/book/gpu.md"
        "The crates [`static-layout-emit`](https://docs.rs/static-layout-emit) and \
         [`static-layout-gpu`](https://docs.rs/static-layout-gpu)."
    tensor_maps "../docs/book/tensor_maps.md"
        "[`layout_core::descriptor`](https://docs.rs/layout-core/latest/layout_core/descriptor/index.html)."
    distributed "../docs/book/distributed.md"
        "[`layout_core::sharding`](https://docs.rs/layout-core/latest/layout_core/sharding/index.html), \
         [`static_layout_dialects::sharding`](https://docs.rs/static-layout-dialects/latest/static_layout_dialects/sharding/index.html); \
         the crate `static-layout-mpi`."
    python "../docs/book/python.md"
        "[`dynamic::Layout`](crate::dynamic::Layout), whose values these are."
    performance "../docs/book/performance.md"
        "[`index_static`](crate::Layout::index_static), \
         [`copy_plan`](https://docs.rs/static-layout-kernels/latest/static_layout_kernels/fn.copy_plan.html), \
         [`gemm_blocks`](https://docs.rs/static-layout-kernels/latest/static_layout_kernels/gemm/fn.gemm_blocks.html)."
    coming_from "../docs/book/coming_from.md"
        "[`dynamic::Frame`](crate::dynamic::Frame), [`dynamic::StridedLayout`](crate::dynamic::StridedLayout), \
         [`reshape`](crate::Layout::reshape), [`slice_axes`](crate::Layout::slice_axes), [`slices!`](crate::slices), \
         [`broadcast_to`](crate::Layout::broadcast_to)."
    glossary "../docs/book/glossary.md"
        "The [operations](crate#the-operations), a row a family."
}

/// Pages that the chapters of the book refer to.
macro_rules! pages {
    ($($name:ident $file:literal)*) => {$(
        #[doc = include_str!("book/links.md")]
        #[doc = include_str!($file)]
        pub mod $name {}
    )*};
}

pages! {
    compare "../COMPARE.md"
    architecture "../ARCHITECTURE.md"
    trust "../docs/trust.md"
    front_ends "../docs/const-values.md"
}
