//! A map in the order of its keys. There may be no memory for another entry, which those of the
//! standard library do not say.

/// The entries, in ascending order.
pub struct Table<K, V>(Vec<(K, V)>);

impl<K: Ord + Copy, V> Table<K, V> {
    /// Makes a table without entries.
    pub const fn new() -> Table<K, V> {
        Table(Vec::new())
    }

    fn find(&self, key: K) -> Result<usize, usize> {
        self.0.binary_search_by_key(&key, |entry| entry.0)
    }

    /// Returns the value of a key.
    pub fn get(&self, key: K) -> Option<&V> {
        self.find(key).ok().map(|at| &self.0[at].1)
    }

    /// Returns the value of a key, to be changed.
    pub fn get_mut(&mut self, key: K) -> Option<&mut V> {
        self.find(key).ok().map(|at| &mut self.0[at].1)
    }

    /// Enters a value in place of the one that belongs to the key. Says whether there is memory for it.
    #[must_use]
    pub fn insert(&mut self, key: K, value: V) -> bool {
        match self.find(key) {
            Ok(at) => self.0[at].1 = value,
            Err(at) => {
                if self.0.try_reserve(1).is_err() {
                    return false;
                }
                self.0.insert(at, (key, value));
            }
        }
        true
    }

    /// Takes out the value of a key.
    pub fn remove(&mut self, key: K) -> Option<V> {
        self.find(key).ok().map(|at| self.0.remove(at).1)
    }

    /// The first entry whose key is no less than this one.
    pub fn from(&self, key: K) -> Option<(K, &V)> {
        let (Ok(at) | Err(at)) = self.find(key);
        self.0.get(at).map(|(key, value)| (*key, value))
    }

    /// The last entry whose key is no greater than this one.
    pub fn up_to(&self, key: K) -> Option<(K, &V)> {
        let end = self.0.partition_point(|entry| entry.0 <= key);
        self.0[..end].last().map(|(key, value)| (*key, value))
    }

    /// Iterates over all entries.
    pub fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        self.0.iter().map(|(key, value)| (*key, value))
    }

    /// Returns the values of all keys, to be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.0.iter_mut().map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_by_their_keys_and_between_them() {
        let mut table = Table::new();
        for key in [5, 1, 9, 5] {
            assert!(table.insert(key, 10 * key));
        }
        assert_eq!([0, 1, 5].map(|key| table.get(key).copied()), [None, Some(10), Some(50)]);
        assert_eq!(
            [0, 1, 4, 20].map(|key| table.up_to(key).map(|e| e.0)),
            [None, Some(1), Some(1), Some(9)]
        );
        assert_eq!(
            [0, 1, 6, 10].map(|key| table.from(key).map(|e| e.0)),
            [Some(1), Some(1), Some(9), None]
        );
        table.values_mut().for_each(|value| *value += 1);
        assert_eq!((table.remove(5), table.remove(5)), (Some(51), None));
        assert!(table.iter().map(|(key, value)| (key, *value)).eq([(1, 11), (9, 91)]));
    }
}
