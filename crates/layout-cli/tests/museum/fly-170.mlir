// Results before and after a change of 2026 that unwraps modes of one leaf: all are right, and nested otherwise.
%d = fly.logical_divide(%l, %t) : (!fly.layout<(16):(1)>, !fly.layout<(4):(1)>) -> !fly.layout<((4),4):((1),4)>
%e = fly.logical_divide(%l, %t) : (!fly.layout<(16):(1)>, !fly.layout<(4):(1)>) -> !fly.layout<(4,4):(1,4)>
%p = fly.logical_product(%b, %u) : (!fly.layout<(8):(1)>, !fly.layout<(4):(1)>) -> !fly.layout<((8),(4)):((1),(8))>
%q = fly.logical_product(%b, %u) : (!fly.layout<(8):(1)>, !fly.layout<(4):(1)>) -> !fly.layout<(8,4):(1,8)>
