// Row 4, column 2 of rows of 16 is 66; columns with the step 2 have the stride 2.
%1 = memref.subview %0[4, 2] [8, 4] [1, 1] : memref<16x16xf32> to memref<8x4xf32, strided<[16, 1], offset: 65>>
%2 = memref.subview %0[0, 0] [16, 8] [1, 2] : memref<16x16xf32> to memref<16x8xf32, strided<[16, 1]>>
