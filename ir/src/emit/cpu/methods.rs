//! The methods of a kernel, which the drivers call.

use proc_macro2::TokenStream;
use quote::quote;

use crate::core::Var;

/// The items in the implementations of a kernel's traits.
#[derive(Default)]
pub(super) struct Methods {
    /// The type of the values that are combined, if the kernel combines values.
    pub(super) value: Option<TokenStream>,
    /// The types and constants of the trait of its pattern.
    pub(super) types: TokenStream,
    pub(super) functions: Vec<Method>,
}

impl Methods {
    /// The items of a kernel, or of tiles of it, without those that combine values.
    pub(super) fn of_pattern(types: TokenStream, functions: Vec<Method>) -> Methods {
        Methods { value: None, types, functions }
    }
}

/// The traits that have methods of kernels.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// `Kernel`, which kernels of all patterns have.
    Kernel,
    /// `Combines`, which kernels have whose lanes give values that are combined.
    Combines,
    /// The trait of the kernel's pattern.
    Pattern,
}

/// A method of a kernel.
pub(super) struct Method {
    pub(super) signature: TokenStream,
    pub(super) body: TokenStream,
    /// The variables mentioned in its body, those bound there too.
    pub(super) mentioned: Vec<Var>,
    /// True if it may write to rows and targets.
    pub(super) writes: bool,
    /// The trait that has the method.
    pub(super) owner: Owner,
}

impl Method {
    /// One that computes lanes.
    pub(super) fn lane(signature: TokenStream, body: TokenStream, mentioned: Vec<Var>) -> Method {
        Method { signature, body, mentioned, writes: true, owner: Owner::Pattern }
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

    /// One that reads no lane's place and writes nothing.
    pub(super) fn operator(
        signature: TokenStream,
        body: TokenStream,
        mentioned: Vec<Var>,
    ) -> Method {
        Method { signature, body, mentioned, writes: false, owner: Owner::Pattern }
    }

    /// One that combines values, as all kernels do that give some.
    pub(super) fn combining(
        signature: TokenStream,
        body: TokenStream,
        mentioned: Vec<Var>,
    ) -> Method {
        Method { owner: Owner::Combines, ..Method::operator(signature, body, mentioned) }
    }

    /// One that kernels of all patterns have.
    pub(super) fn of_all(signature: TokenStream, body: TokenStream, mentioned: Vec<Var>) -> Method {
        Method { owner: Owner::Kernel, ..Method::operator(signature, body, mentioned) }
    }
}
