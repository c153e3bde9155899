//! Sets and maps of variables. Variables are small numbers, so these are a bit or a place for each:
//! compilers that were built without optimisation, as most procedural macros are, spend much of
//! their time in hash tables.

use super::variables::Var;

/// A set of variables.
#[derive(Clone, Default, Debug)]
pub struct VarSet {
    /// The number of empty words that are left out before the first one: most sets know only variables
    /// whose numbers lie close together.
    skipped: usize,
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

    /// Makes room for a word; tells which it is.
    fn room(&mut self, word: usize) -> usize {
        if self.words.is_empty() {
            self.skipped = word;
        }
        if word < self.skipped {
            let mut words = vec![0; self.skipped - word];
            words.extend_from_slice(&self.words);
            (self.words, self.skipped) = (words, word);
        }
        let word = word - self.skipped;
        while self.words.len() <= word {
            self.words.push(0);
        }
        word
    }

    /// The bits at a word.
    fn bits(&self, word: usize) -> u64 {
        if word < self.skipped || word - self.skipped >= self.words.len() {
            return 0;
        }
        self.words[word - self.skipped]
    }

    /// Adds a variable. Returns true if it is new.
    pub fn insert(&mut self, var: Var) -> bool {
        let (word, bit) = VarSet::place(var);
        let word = self.room(word);
        let before = self.words[word];
        self.words[word] = before | bit;
        before & bit == 0
    }

    /// Takes a variable out. Returns true if it was there.
    pub fn remove(&mut self, var: &Var) -> bool {
        let (word, bit) = VarSet::place(*var);
        let before = self.bits(word);
        if before & bit == 0 {
            return false;
        }
        self.words[word - self.skipped] = before & !bit;
        true
    }

    /// Returns true if a variable is in the set.
    pub fn contains(&self, var: &Var) -> bool {
        let (word, bit) = VarSet::place(*var);
        self.bits(word) & bit != 0
    }

    /// Returns true if some variable is in both sets.
    pub fn meets(&self, other: &VarSet) -> bool {
        let start = self.skipped.max(other.skipped);
        let end = (self.skipped + self.words.len()).min(other.skipped + other.words.len());
        let mut word = start;
        while word < end {
            if self.words[word - self.skipped] & other.words[word - other.skipped] != 0 {
                return true;
            }
            word += 1;
        }
        false
    }

    /// Adds all variables of another set.
    pub fn union(&mut self, other: &VarSet) {
        if other.words.is_empty() {
            return;
        }
        self.room(other.skipped + other.words.len() - 1);
        let first = self.room(other.skipped);
        for (word, other) in self.words[first..].iter_mut().zip(&other.words) {
            *word |= other;
        }
    }

    /// The number of variables.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns true if there are no variables.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// The variables in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Var> {
        self.words.iter().enumerate().flat_map(|(position, word)| {
            let first = ((self.skipped + position) * 64) as u32;
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                // Without its last bit.
                rest &= rest.checked_sub(1)?;
                Some(Var(first + bit))
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

/// The number of variables that share a page of a map.
const PAGE: usize = 16;

/// A map from variables. The numbers of the variables that a small map knows lie close together: numbers
/// far from them have no page.
#[derive(Clone, Debug)]
pub struct VarMap<T> {
    pages: Vec<Option<Box<[Option<T>; PAGE]>>>,
}

impl<T> Default for VarMap<T> {
    fn default() -> VarMap<T> {
        VarMap { pages: Vec::new() }
    }
}

impl<T> VarMap<T> {
    /// The place of a variable.
    fn place(&mut self, var: Var) -> &mut Option<T> {
        let (page, place) = (var.index() / PAGE, var.index() % PAGE);
        while self.pages.len() <= page {
            self.pages.push(None);
        }
        let page = &mut self.pages[page];
        if page.is_none() {
            *page = Some(Box::new([const { None }; PAGE]));
        }
        match page {
            Some(page) => &mut page[place],
            None => unreachable!("it was made just now"),
        }
    }

    /// The place of a variable, if its page is there.
    fn known(&mut self, var: Var) -> Option<&mut Option<T>> {
        match self.pages.get_mut(var.index() / PAGE) {
            Some(Some(page)) => Some(&mut page[var.index() % PAGE]),
            _ => None,
        }
    }

    /// The value of a variable.
    pub fn get(&self, var: &Var) -> Option<&T> {
        match self.pages.get(var.index() / PAGE) {
            Some(Some(page)) => page[var.index() % PAGE].as_ref(),
            _ => None,
        }
    }

    /// Returns true if there is a value for a variable.
    pub fn contains_key(&self, var: &Var) -> bool {
        self.get(var).is_some()
    }

    /// Maps a variable to a value. Returns the value that it was mapped to before.
    pub fn insert(&mut self, var: Var, value: T) -> Option<T> {
        self.place(var).replace(value)
    }

    /// Maps a variable to nothing. Returns the value that it was mapped to before.
    pub fn remove(&mut self, var: &Var) -> Option<T> {
        self.known(*var).and_then(Option::take)
    }

    /// Maps a variable to something or to nothing.
    pub fn set(&mut self, var: Var, value: Option<T>) {
        match value {
            Some(value) => *self.place(var) = Some(value),
            None => drop(self.remove(&var)),
        }
    }

    /// The value of a variable; the default is put there first if there is none.
    pub fn or_default(&mut self, var: Var) -> &mut T
    where
        T: Default,
    {
        self.place(var).get_or_insert_with(T::default)
    }
}
