//! Arrays through serde: nested sequences, one for each dimension, as nested `Vec`s are.

use std::fmt;

use serde_core::de::{Deserialize, DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};
use serde_core::ser::{Serialize, SerializeSeq, Serializer};

use crate::array::Array;
use crate::array::view::ArrayView;
use crate::element::Element;

impl<T: Element + Serialize, const R: usize> Serialize for Array<T, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.view().serialize(serializer)
    }
}

impl<T: Element + Serialize, const R: usize> Serialize for ArrayView<'_, T, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let elements = self.elements();
        let at = &|position| elements.at(position);
        Part { at, shape: &self.shape(), position: 0 }.serialize(serializer)
    }
}

/// A part of an array: its shape and its first position.
struct Part<'a, T> {
    at: &'a dyn Fn(usize) -> T,
    shape: &'a [usize],
    position: usize,
}

impl<T: Serialize> Serialize for Part<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some((extent, shape)) = self.shape.split_first() else {
            return (self.at)(self.position).serialize(serializer);
        };
        let size = shape.iter().fold(1, |size: usize, extent| size.saturating_mul(*extent));
        let mut list = serializer.serialize_seq(Some(*extent))?;
        for index in 0..*extent {
            let position = self.position + index * size;
            list.serialize_element(&Part { at: self.at, shape, position })?;
        }
        list.end()
    }
}

impl<'de, T: Element + Deserialize<'de>, const R: usize> Deserialize<'de> for Array<T, R> {
    /// Nested sequences, whose lengths have to agree. The sizes below an empty one are zero, as nothing tells
    /// them.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (mut sizes, mut data) = ([None; R], Vec::new());
        let list = List { sizes: &mut sizes, data: &mut data, number: 0 };
        list.deserialize(deserializer)?;
        Array::try_from_vec(sizes.map(|size| size.unwrap_or(0)), data).map_err(Error::custom)
    }
}

/// A sequence to be read, or an element where no size is left.
struct List<'b, T> {
    /// The sizes of the dimensions that it has, so far as they have been found.
    sizes: &'b mut [Option<usize>],
    /// The elements before it.
    data: &'b mut Vec<T>,
    /// Its index in the sequence around it.
    number: usize,
}

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for List<'_, T> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if !self.sizes.is_empty() {
            return deserializer.deserialize_seq(self);
        }
        self.data.push(T::deserialize(deserializer)?);
        Ok(())
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for List<'_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "sequences for {} dimension(s)", self.sizes.len())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let List { sizes, data, number, .. } = self;
        let Some((size, sizes)) = sizes.split_first_mut() else {
            unreachable!("a sequence has a size");
        };
        let mut length = 0;
        loop {
            let (sizes, data) = (&mut *sizes, &mut *data);
            let item = List { sizes, data, number: length };
            match items.next_element_seed(item)? {
                Some(()) => length += 1,
                None => break,
            }
        }
        match *size.get_or_insert(length) {
            before if before == length => Ok(()),
            before => Err(Error::custom(format_args!(
                "row {number} has length {length}, those before it {before}"
            ))),
        }
    }
}
