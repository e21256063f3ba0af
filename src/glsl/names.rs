//! Sets of names, and what goes with them.
//!
//! One small hash table serves the whole parser: the standard library's is a kilobyte or two of code for each type that
//! it holds. Time for a name does not grow with the number of names, unless they were chosen to collide.

use super::steps::step;

/// A set of names, each with a number: the first is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    list: Vec<String>,
    /// A power of two of places, at least a third of them free. 0 is free, else a name's number plus 1.
    places: Vec<u32>,
}

impl Names {
    /// Whether the name is among them.
    pub fn contains(&self, name: &str) -> bool {
        self.number(name).is_some()
    }

    /// The names in the order in which they came.
    pub fn iter(&self) -> std::slice::Iter<'_, String> {
        self.list.iter()
    }

    /// The name's number.
    #[inline(never)]
    pub(super) fn number(&self, name: &str) -> Option<usize> {
        if self.places.is_empty() {
            return None;
        }
        self.places[self.place(name)].checked_sub(1).map(|number| number as usize)
    }

    /// Adds a name, unless it is there, and gives its number.
    #[inline(never)]
    pub fn insert(&mut self, name: &str) -> usize {
        if let Some(number) = self.number(name) {
            return number;
        }
        let number = self.list.len();
        self.list.push(name.to_string());
        if self.list.len() * 3 > self.places.len() * 2 {
            self.places = vec![0; (self.places.len() * 2).max(16)];
            for earlier in 0..number {
                let place = self.place(&self.list[earlier]);
                self.places[place] = earlier as u32 + 1;
            }
        }
        let place = self.place(name);
        self.places[place] = number as u32 + 1;
        number
    }

    /// Where the name is, or would be.
    fn place(&self, name: &str) -> usize {
        step(name.len());
        // Fowler, Noll and Vo's hash, its high bits mixed in.
        let hash = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        let last = self.places.len() - 1;
        let mut place = (hash ^ (hash >> 15)) as usize & last;
        while let Some(number) = self.places[place].checked_sub(1) {
            step(1);
            if self.list[number as usize] == name {
                break;
            }
            place = (place + 1) & last;
        }
        place
    }
}

/// Values by name.
pub(super) struct Table<T> {
    names: Names,
    values: Vec<Option<T>>,
}

impl<T> Table<T> {
    pub(super) fn new() -> Table<T> {
        Table { names: Names::default(), values: Vec::new() }
    }

    pub(super) fn get(&self, name: &str) -> Option<&T> {
        self.values.get(self.names.number(name)?)?.as_ref()
    }

    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut T> {
        self.values.get_mut(self.names.number(name)?)?.as_mut()
    }

    pub(super) fn insert(&mut self, name: &str, value: T) {
        let number = self.names.insert(name);
        if number == self.values.len() {
            self.values.push(None);
        }
        self.values[number] = Some(value);
    }

    pub(super) fn remove(&mut self, name: &str) {
        if let Some(number) = self.names.number(name) {
            self.values[number] = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_again_and_no_other() {
        let mut names = Names::default();
        assert!(!names.contains(""));
        for i in 0..1000 {
            assert_eq!(names.insert(&format!("n{i}")), i);
        }
        assert_eq!(names.insert("n7"), 7);
        assert!((0..1000).all(|i| names.number(&format!("n{i}")) == Some(i)));
        assert!((1000..2000).all(|i| !names.contains(&format!("n{i}"))));
        assert_eq!(names.iter().count(), 1000);
    }

    #[test]
    fn a_value_that_was_removed_can_come_again() {
        let mut table = Table::new();
        table.insert("a", 1);
        table.remove("a");
        assert_eq!(table.get("a"), None);
        table.insert("a", 2);
        assert_eq!(table.get("a"), Some(&2));
    }
}
