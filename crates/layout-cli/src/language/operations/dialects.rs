//! Rows that read the texts of other systems inside an expression.

use crate::Failure;
use crate::dialect::{Dialect, source};
use crate::language::Value;
use crate::language::operations::family;

family! {
    /// `mojo("((3, 4):(4, 1))")`.
    DIALECTS "Texts of other systems" {
        cute_dsl [] (text: String) "a layout of the CuTe DSL, \"!cute.layout<..>\"" => Dialect::CuteDsl.read(&text)?.into_value();
        mojo [] (text: String) "a layout or tuple as Mojo writes it, \"((3, 4):(4, 1))\"" => Dialect::Mojo.read(&text)?.into_value();
        moye [] (text: String) "a layout or tuple as MoYe writes it, \"(_2, 3):(_1, _8)\"" => Dialect::MoYe.read(&text)?.into_value();
        mlir [] (text: String) "a memref of MLIR, \"memref<4x8xf32, strided<[8, 1]>>\"" => Dialect::Mlir.read(&text)?.into_value();
        xla [] (text: String) "a shape of XLA with its layout, \"f32[4,8]{1,0:T(8,128)}\"" => Dialect::Xla.read(&text)?.into_value();
        cuda_core [] (text: String) "a layout as cuda.core prints it, \"StridedLayout(..)\"" => Dialect::CudaCore.read(&text)?.into_value();
        numpy [] (text: String) "an __array_interface__ of NumPy, \"{'shape': (4, 8), ..}\"" => Dialect::Numpy.read(&text)?.into_value();
        source [] (text: String) "source text that is read alike in all its languages, \"Layout<Shape<_2,_4>>{}\"" => guess(&text)?;
        triton [] (text: String) "an encoding of Triton, \"tensor<16x8xf32, #ttg.blocked<..>>\"" => Dialect::Triton.read(&text)?.into_value();
    }
}

/// The value of source text of another system.
fn guess(text: &str) -> Result<Value, Failure> {
    let failure = Failure::new("no language reads this source text")
        .help("layout eval --from names the language");
    source::guessed(text, failure)
}
