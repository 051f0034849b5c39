// Rows of 4 elements, 2 apart: elements of neighbouring rows are one.
vector.transfer_write %v, %m[%i, %j] : vector<4xf32>, memref<4x4xf32, strided<[2, 1]>>
