// The inputs of cutlass#2955 in the syntax of FlyDSL.
%c = fly.composition(%a, %b) : (!fly.layout<(6,2):(1,7)>, !fly.layout<(3,2):(2,3)>) -> !fly.layout<(3,2):(2,3)>
