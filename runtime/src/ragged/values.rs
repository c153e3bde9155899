//! The contents of lists that become the values of a ragged array: those that are taken over are not copied,
//! those that are borrowed are.

use crate::argument::{OwnedArgument, Readable, common_shape};
use crate::array::Array;
use crate::element::{Element, Used};
use crate::failure::Result;
use crate::proven::Proven;

/// Elements in `D` dimensions, the outermost of which rows are cut from.
pub trait Values<T: Element, const D: usize> {
    /// The columns, and the shape that all have.
    ///
    /// # Errors
    /// If the parts of a product have different lengths, or memory does not suffice.
    fn values(self, proven: Proven) -> Result<(T::Columns, [usize; D])>;
}

/// Contents of lists that are copied if they are borrowed.
pub trait Listed<T: Element, const D: usize>: Readable<T, D> {}

#[diagnostic::do_not_recommend]
impl<T: Element, A: Listed<T, D> + ?Sized, const D: usize> Values<T, D> for &A {
    fn values(self, _: Proven) -> Result<(T::Columns, [usize; D])> {
        let (input, shape) = self.read(0, Used::ALL)?;
        Ok((input.into_columns(0)?, shape))
    }
}

/// Lists that are taken over, and copied where they are borrowed.
macro_rules! lists {
    ($($dimensions:tt: $(const $n:ident)* $list:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<T: Element, $(const $n: usize),*> Values<T, $dimensions> for $list {
            fn values(self, proven: Proven) -> Result<(T::Columns, [usize; $dimensions])> {
                self.columns(proven, 0)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<T: Element, $(const $n: usize),*> Listed<T, $dimensions> for $list {}
    )* };
}

lists! {
    1: Vec<T>;
    1: Box<[T]>;
    1: const N [T; N];
    2: Vec<Vec<T>>;
    2: const M Vec<[T; M]>;
    2: const M const N [[T; M]; N];
    D: const D Array<T, D>;
}

/// Lists that can only be borrowed.
macro_rules! borrowed {
    ($($dimensions:literal: $(const $n:ident)* $list:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<T: Element, $(const $n: usize),*> Listed<T, $dimensions> for $list {}
    )* };
}

borrowed! {
    1: [T];
    2: const M [[T; M]];
    3: const M const N [[[T; M]; N]];
    3: const M const N Vec<[[T; M]; N]>;
    3: const M const N const K [[[T; M]; N]; K];
}

/// Lists for the components of a tuple; the small letters are their types.
macro_rules! tuples {
    ($($($t:ident $x:ident $position:tt),*;)*) => { $(
        #[allow(non_camel_case_types)]
        #[diagnostic::do_not_recommend]
        impl<$($t: Element, $x: Values<$t, R>,)* const R: usize> Values<($($t,)*), R>
            for ($($x,)*)
        {
            fn values(
                self,
                proven: Proven,
            ) -> Result<(<($($t,)*) as Element>::Columns, [usize; R])> {
                let parts = ($(self.$position.values(proven)?,)*);
                let shape = common_shape(0, [$(parts.$position.1),*])?;
                Ok((($(parts.$position.0,)*), shape))
            }
        }
    )* };
}

for_tuples_of_lists!(tuples);
