//! Sets and maps of variables. Variables are small numbers, so these are a bit or a place for each:
//! compilers that were built without optimisation, as most procedural macros are, spend much of
//! their time in hash tables.

use super::program::Var;

/// A set of variables.
#[derive(Clone, Default, Debug)]
pub struct VarSet {
    words: Vec<u64>,
}

impl VarSet {
    /// The empty set.
    pub fn new() -> VarSet {
        VarSet::default()
    }

    fn place(var: Var) -> (usize, u64) {
        (var.index() / 64, 1 << (var.index() % 64))
    }

    /// Adds a variable. Tells whether it is new.
    pub fn insert(&mut self, var: Var) -> bool {
        let (word, bit) = VarSet::place(var);
        while self.words.len() <= word {
            self.words.push(0);
        }
        let before = self.words[word];
        self.words[word] = before | bit;
        before & bit == 0
    }

    /// Takes a variable out. Tells whether it was there.
    pub fn remove(&mut self, var: &Var) -> bool {
        let (word, bit) = VarSet::place(*var);
        let Some(bits) = self.words.get_mut(word) else { return false };
        let before = *bits;
        *bits = before & !bit;
        before & bit != 0
    }

    /// Whether a variable is in the set.
    pub fn contains(&self, var: &Var) -> bool {
        let (word, bit) = VarSet::place(*var);
        word < self.words.len() && self.words[word] & bit != 0
    }

    /// Whether some variable is in both sets.
    pub fn meets(&self, other: &VarSet) -> bool {
        self.words.iter().zip(&other.words).any(|(word, other)| word & other != 0)
    }

    /// Adds all variables of another set.
    pub fn union(&mut self, other: &VarSet) {
        while self.words.len() < other.words.len() {
            self.words.push(0);
        }
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word |= other;
        }
    }

    /// How many variables there are.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// The variables in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Var> {
        self.words.iter().enumerate().flat_map(|(position, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                // Without its last bit.
                rest &= rest.checked_sub(1)?;
                Some(Var(position as u32 * 64 + bit))
            })
        })
    }
}

impl Extend<Var> for VarSet {
    fn extend<I: IntoIterator<Item = Var>>(&mut self, vars: I) {
        for var in vars {
            self.insert(var);
        }
    }
}

impl<'a> Extend<&'a Var> for VarSet {
    fn extend<I: IntoIterator<Item = &'a Var>>(&mut self, vars: I) {
        self.extend(vars.into_iter().copied());
    }
}

impl FromIterator<Var> for VarSet {
    fn from_iter<I: IntoIterator<Item = Var>>(vars: I) -> VarSet {
        let mut set = VarSet::new();
        set.extend(vars);
        set
    }
}

/// A map from variables, for tables with something for most of them.
#[derive(Clone, Debug)]
pub struct VarMap<T> {
    places: Vec<Option<T>>,
}

impl<T> Default for VarMap<T> {
    fn default() -> VarMap<T> {
        VarMap { places: Vec::new() }
    }
}

impl<T> VarMap<T> {
    /// The place of a variable.
    fn place(&mut self, var: Var) -> &mut Option<T> {
        while self.places.len() <= var.index() {
            self.places.push(None);
        }
        &mut self.places[var.index()]
    }

    /// What a variable maps to.
    pub fn get(&self, var: &Var) -> Option<&T> {
        match self.places.get(var.index()) {
            Some(place) => place.as_ref(),
            None => None,
        }
    }

    /// Whether there is something for a variable.
    pub fn contains_key(&self, var: &Var) -> bool {
        self.get(var).is_some()
    }

    /// Maps a variable to something; gives what it was mapped to before.
    pub fn insert(&mut self, var: Var, value: T) -> Option<T> {
        self.place(var).replace(value)
    }

    /// Maps a variable to nothing; gives what it was mapped to before.
    pub fn remove(&mut self, var: &Var) -> Option<T> {
        self.places.get_mut(var.index()).and_then(Option::take)
    }

    /// Maps a variable to something or to nothing.
    pub fn set(&mut self, var: Var, value: Option<T>) {
        if value.is_some() || var.index() < self.places.len() {
            *self.place(var) = value;
        }
    }

    /// What a variable maps to; the default is put there first if there is nothing.
    pub fn or_default(&mut self, var: Var) -> &mut T
    where
        T: Default,
    {
        self.place(var).get_or_insert_with(T::default)
    }
}
