//! The methods of a kernel, which the drivers call.

use proc_macro2::TokenStream;
use quote::quote;

use crate::core::Var;

/// The items in the implementation of a kernel.
#[derive(Default)]
pub(super) struct Methods {
    /// Types and constants.
    pub(super) types: TokenStream,
    pub(super) functions: Vec<Method>,
}

/// A method of a kernel.
pub(super) struct Method {
    pub(super) signature: TokenStream,
    pub(super) body: TokenStream,
    /// The variables mentioned in its body, those bound there too.
    pub(super) mentioned: Vec<Var>,
    /// True if it may write to rows and targets.
    pub(super) writes: bool,
    /// True if kernels of all patterns have it.
    pub(super) of_all: bool,
}

impl Method {
    /// One that computes lanes.
    pub(super) fn lane(signature: TokenStream, body: TokenStream, mentioned: Vec<Var>) -> Method {
        Method { signature, body, mentioned, writes: true, of_all: false }
    }

    /// One that computes `W` neighbouring lanes, which begin at the point `at`.
    pub(super) fn tile(at: &TokenStream, body: TokenStream, mentioned: Vec<Var>) -> Method {
        Method::tile_of(at, &quote!(Self::Stored), body, mentioned)
    }

    /// The same for lanes whose results have this type.
    pub(super) fn tile_of(
        at: &TokenStream,
        given: &TokenStream,
        body: TokenStream,
        mentioned: Vec<Var>,
    ) -> Method {
        let signature = quote!(
            tile<const W: usize>(self, #at, mut put: impl FnMut(usize, #given)) -> Result<()>
        );
        Method::lane(signature, body, mentioned)
    }

    /// One that computes `H` tiles in neighbouring rows, which begin at the point `at`.
    pub(super) fn stack(at: &TokenStream, body: TokenStream, mentioned: Vec<Var>) -> Method {
        let signature = quote!(
            stack<const H: usize, const W: usize>(
                self,
                #at,
                mut put: impl FnMut(usize, usize, Self::Stored),
            ) -> Result<()>
        );
        Method::lane(signature, body, mentioned)
    }

    /// One that combines values.
    pub(super) fn operator(
        signature: TokenStream,
        body: TokenStream,
        mentioned: Vec<Var>,
    ) -> Method {
        Method { signature, body, mentioned, writes: false, of_all: false }
    }

    /// One that kernels of all patterns have.
    pub(super) fn of_all(signature: TokenStream, body: TokenStream, mentioned: Vec<Var>) -> Method {
        Method { of_all: true, ..Method::operator(signature, body, mentioned) }
    }
}
