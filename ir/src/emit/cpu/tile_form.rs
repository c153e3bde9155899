//! The two forms of tiles: neighbouring lanes, and stacks of these. Both have a place for each of their lanes.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The form of a tile.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TileForm {
    /// `W` neighbouring lanes.
    Tile,
    /// `H` of these, in neighbouring rows.
    Stack,
}

impl TileForm {
    /// Statements of each lane.
    pub(super) fn over_lanes(self, body: TokenStream) -> TokenStream {
        let (tile, lane) = (tile_name(), lane_name());
        if body.is_empty() {
            return body;
        }
        let lanes = quote!(for #lane in 0..W { #body });
        match self {
            TileForm::Tile => lanes,
            TileForm::Stack => quote!(for #tile in 0..H { #lanes }),
        }
    }

    /// The element of an array of lanes for the present one.
    pub(super) fn of_lane(self, array: &Ident) -> TokenStream {
        let (tile, lane) = (tile_name(), lane_name());
        match self {
            TileForm::Tile => quote!(#array[#lane]),
            TileForm::Stack => quote!(#array[#tile][#lane]),
        }
    }

    /// An array that holds the same for all lanes.
    pub(super) fn for_all_lanes(self, value: &TokenStream) -> TokenStream {
        match self {
            TileForm::Tile => quote!([#value; W]),
            TileForm::Stack => quote!([[#value; W]; H]),
        }
    }
}

/// The lane of a tile.
pub(super) fn lane_name() -> Ident {
    super::names::ident("lane")
}

/// The tile of a stack.
pub(super) fn tile_name() -> Ident {
    super::names::ident("tile")
}
