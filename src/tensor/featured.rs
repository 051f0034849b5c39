//! The functions that features add. Without the feature, a call is an error that names the feature.
//!
//! A new function behind a feature is a row here, and a test names a missing one (`ui-tests/featured.rs`).

#[cfg(feature = "alloc")]
use super::Boxed;
#[cfg(feature = "owned")]
use super::Owned;
use super::{Parts, PartsMut, View, ViewMut};
use crate::types::{ComposedLayout, Layout};

/// The type that implements no trait of [`needs`].
#[allow(dead_code, reason = "all features may be on")]
pub struct ThisBuild<'a>(&'a ());

layout_macros::featured! {
    "static-layout"
    "alloc" {
        impl<T, L> View<'_, T, L> {
            fn from_rows(rows);
            fn to_rows(self);
            fn to_rows_copied(self);
        }
        impl<T, L> ViewMut<'_, T, L> {
            fn from_rows(rows);
        }
    }
    "rayon" {
        trait Tensor {
            fn par_tiles(&self, tiler);
            fn par_tiles_padded(&self, tiler);
        }
        trait TensorMut {
            fn par_tiles_mut(&mut self, tiler);
            fn par_tiles_padded_mut(&mut self, tiler);
        }
        impl<T, L> View<'_, T, L> {
            fn par_tiles(&self, tiler);
            fn par_tiles_padded(&self, tiler);
        }
        impl<T, P> Parts<'_, T, P> {
            fn into_par_iter(self);
        }
        impl<T, P> PartsMut<'_, T, P> {
            fn into_par_iter(self);
        }
    }
    "bytemuck" {
        impl<T, L> View<'_, T, L> {
            fn recast<U>(self);
        }
        impl<T, L> ViewMut<'_, T, L> {
            fn recast_mut<U>(&mut self);
        }
    }
    "svg" {
        impl<S, D> Layout<S, D> {
            fn to_svg(self);
        }
        impl<F, O, L> ComposedLayout<F, O, L> {
            fn to_svg(self);
        }
    }
    "npy" {
        impl<T, L> View<'_, T, L> {
            fn from_npy(bytes);
            fn from_npy_bits(bytes);
            fn to_npy_copied(self);
        }
        #[cfg(feature = "alloc")]
        impl<T, L> Boxed<T, L> {
            fn from_npy_copied(bytes);
            fn from_npy_bits_copied(bytes);
            fn to_npy_copied(&self);
        }
    }
    "safetensors" {
        impl<T, L> View<'_, T, L> {
            fn from_safetensors(tensor);
            fn from_safetensors_bits(tensor);
            fn to_safetensors(self);
            fn to_safetensors_copied(self);
        }
        #[cfg(feature = "alloc")]
        impl<T, L> Boxed<T, L> {
            fn from_safetensors_copied(tensor);
            fn from_safetensors_bits_copied(tensor);
        }
    }
    "dlpack" {
        impl<T, L> View<'_, T, L> {
            fn from_dlpack(tensor);
            fn from_dlpack_bits(tensor);
            fn to_dlpack(self);
            fn to_dlpack_copied(self);
        }
        impl<T, L> ViewMut<'_, T, L> {
            fn from_dlpack(tensor);
        }
        #[cfg(feature = "alloc")]
        impl<T, L> Boxed<T, L> {
            fn from_dlpack_copied(tensor);
            fn into_dlpack(self);
        }
    }
    "ndarray" {
        impl<T, L> View<'_, T, L> {
            fn from_ndarray<D>(array);
            fn to_ndarray<D>(self);
            fn to_ndarray_copied<D>(self);
        }
        impl<T, L> ViewMut<'_, T, L> {
            fn from_ndarray<D>(array);
            fn to_ndarray_mut<D>(self);
        }
        #[cfg(feature = "alloc")]
        impl<T, L> Boxed<T, L> {
            fn from_ndarray_copied<D>(array);
        }
    }
    "nalgebra" {
        impl<T, L> View<'_, T, L> {
            fn from_nalgebra<R, C, S>(matrix);
            fn to_nalgebra(self);
            fn to_nalgebra_copied(self);
        }
        impl<T, L> ViewMut<'_, T, L> {
            fn from_nalgebra<R, C, S>(matrix);
            fn to_nalgebra_mut(self);
        }
        #[cfg(feature = "alloc")]
        impl<T, L> Boxed<T, L> {
            fn from_nalgebra_copied<R, C, S>(matrix);
        }
    }
    "mdarray" {
        impl<T, L> View<'_, T, L> {
            fn from_mdarray<S, M>(array);
            fn to_mdarray<S>(self);
            fn to_mdarray_copied<S>(self);
        }
        impl<T, L> ViewMut<'_, T, L> {
            fn from_mdarray<S, M>(array);
            fn to_mdarray_mut<S>(self);
        }
        #[cfg(feature = "alloc")]
        impl<T, L> Boxed<T, L> {
            fn from_mdarray_copied<S, M>(array);
        }
    }
    "image" {
        impl<T, L> View<'_, T, L> {
            fn from_flat_samples<C>(samples);
            fn from_image<P, C>(image);
            fn to_image<P>(self);
            fn to_image_copied<P>(self);
        }
        impl<T, L> ViewMut<'_, T, L> {
            fn from_image<P, C>(image);
            fn to_image_mut<P>(self);
        }
        #[cfg(feature = "alloc")]
        impl<T, L> Boxed<T, L> {
            fn from_image_copied<P, C>(image);
        }
    }
    "arrow" {
        impl<T, L> View<'_, T, L> {
            fn from_arrow<P>(array);
            fn from_arrow_tensor<P>(array, field);
            fn from_arrow_tensors<P>(array, field);
            fn to_arrow_copied<P>(self);
        }
        #[cfg(feature = "alloc")]
        impl<T, L> Boxed<T, L> {
            fn from_arrow_copied<P>(array);
            fn into_arrow<P>(self);
        }
    }
    "arrow-ipc" {
        impl<T, L> View<'_, T, L> {
            fn from_arrow_ipc(message);
        }
        #[cfg(feature = "alloc")]
        impl<T, L> Boxed<T, L> {
            fn from_arrow_ipc_copied(message);
        }
    }
    "generic-array" {
        #[cfg(feature = "owned")]
        impl<T, L: crate::AnyLayout> Owned<T, L> {
            fn as_generic_array(&self);
            fn as_generic_array_mut(&mut self);
            fn from_generic_array(array);
            fn into_generic_array(self);
        }
    }
}
