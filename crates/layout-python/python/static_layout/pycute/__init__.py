"""The names of CUTLASS' `pycute`, computed by the engine.

    from static_layout.pycute import *      # for `from pycute import *`

Where an answer of `pycute` satisfies the equation of its operation, the answer here is equal to it, strides of extents of 1 aside:
they move nothing, and are 0 in results here. A refusal is a LayoutError, which is a ValueError; `pycute` has an AssertionError.

| call | `pycute` | here |
|---|---|---|
| `composition(Layout((4,3),(3,1)), Layout(6))` | `4:3`, without two of six elements | refused: 4 does not divide 6 |
| `composition(Layout((2,5),(5,1)), Layout(4,3))` | an AssertionError | `(2,2):(6,3)` |
| `logical_divide(Layout(16), Layout((4,2),(1,3)))` | `((4,2),(0,3))`, without elements | refused: the modes of the tile overlap |
| `logical_product(Layout(3,3), Layout(8))` | 6 copies instead of 8 | refused: 3 does not divide 8 |
| `logical_product(Layout(4), 2)` | a divide: `(2,2):(1,2)` | the product with `2:1`: `(4,2):(1,4)` |
| `complement(Layout((4,6),(1,6)))` | `1:0`, and gaps remain | refused: 6 is not a multiple of 4 |
| `complement(4, 8)` | `1:0`: the 8 is lost | `2:4` |
| `complement(Layout((2,2),(4,3)), 8)` | `(3,0):(1,6)`, without elements | refused: the modes overlap |
| `left_inverse(Layout((4,8),(1,5)))` | `4:1`, which does not invert | `(5,8):(1,4)` |
| `left_inverse(Layout((3,4),(3,3)))` | a layout that does not invert | refused: the modes overlap |
| `idx2crd((1,5), (2,(3,2)))` | `(1,(2,0))`, whose linear index is 5 | `(1,(2,1))`, whose linear index is 11, as that of `(1,5)` |
| `Swizzle(0, 0, 0)(5)` | a RecursionError | 5 |
| `right_inverse(Layout((3,2),(1,0)))` | `1:0`, which is not the largest | `3:1` |

As in `pycute`, a coordinate past the end continues the last mode, and a divide rounds the number of tiles up. Layouts are values:
hashable, and their shape and stride cannot be assigned. Integers have 64 bits, and no symbols.

Names of PyCuTe (NVlabs/CuTe) that `pycute` does not have, where they mean the same: `shape`, `stride`, `rank`, `depth`, `coshape`,
`congruent`, `weakly_congruent`, `compatible`, `product_each`, `nullspace`, `blocked_product`, `raked_product`. Its `complement`
keeps a last extent of 1, its `zipped_divide` takes nested tilers as one, and its functions are also subscripted: these are not here.
"""
from .int_tuple import *  # noqa: F403
from .layout import *  # noqa: F403
from .swizzle import *  # noqa: F403
from .typing import *  # noqa: F403
