"""A program as a user writes it, which `mypy --strict` accepts: `tools/ci/python.sh` asks it."""
from static_layout import *
import static_layout as sl

a = Layout((4, 8), (8, 1))
b: Layout = a @ Layout((2, 2), (1, 8))
n: int = sl.size(a)
c: Layout = Layout([2, 3]) // [2, None]
shared: ComposedLayout = Swizzle(2, 0, 2) @ Layout((4, 4), (4, 1))
found: FoundSwizzle = find_swizzle(Layout((32, 1), (1, 0)), Layout((32, 32), (32, 1)))
tiles: Layout = a.zipped_divide((2, 4))
part: sl.Slice = tiles.slice((None, 0))
rows: SymbolicLayout = SymbolicLayout((Int("n", div=8), 64), (64, 1)) // (8, 16)
