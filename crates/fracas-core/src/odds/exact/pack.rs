//! States packed small: numbers of known range, one behind the other.

/// Writes numbers into the words of a key.
///
/// ```
/// use fracas_core::odds::{Packer, Unpacker};
/// let mut out = Packer::<2>::new();
/// out.put(7, 12);
/// out.put(1_000, 1_000);
/// let key = out.finish().expect("14 bits of 128");
/// let mut from = Unpacker::new(&key);
/// assert_eq!((from.take(12), from.take(1_000)), (7, 1_000));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Packer<const WORDS: usize> {
    words: [u64; WORDS],
    /// How many words are full.
    full: usize,
    /// The word that is being filled, and how many of its bits are.
    word: u64,
    bits: usize,
    /// What numbers had above the bits they were given.
    excess: u64,
}

impl<const WORDS: usize> Packer<WORDS> {
    /// Nothing written yet.
    pub fn new() -> Self {
        Self { words: [0; WORDS], full: 0, word: 0, bits: 0, excess: 0 }
    }

    /// Adds a number; it has as many bits as `most` needs.
    #[inline]
    pub fn put(&mut self, number: u64, most: u64) {
        let width = width(most);
        self.excess |= number.unbounded_shr(width as u32);
        self.word |= number << self.bits;
        let bits = self.bits + width;
        if bits >= 64 {
            self.store();
            // What did not find room in the word begins the next.
            self.word = number.unbounded_shr(64 - self.bits as u32);
        }
        self.bits = bits % 64;
    }

    #[inline]
    fn store(&mut self) {
        if let Some(place) = self.words.get_mut(self.full) {
            *place = self.word;
        }
        self.full += 1;
    }

    /// The key, if everything found room.
    #[inline]
    pub fn finish(mut self) -> Option<[u64; WORDS]> {
        if self.bits > 0 {
            self.store();
        }
        (self.excess == 0 && self.full <= WORDS).then_some(self.words)
    }
}

impl<const WORDS: usize> Default for Packer<WORDS> {
    fn default() -> Self {
        Self::new()
    }
}

/// Reads numbers in the order they were written.
#[derive(Clone, Copy, Debug)]
pub struct Unpacker<'a> {
    words: &'a [u64],
    bits: usize,
}

impl<'a> Unpacker<'a> {
    /// At the first number of a key.
    pub fn new(words: &'a [u64]) -> Self {
        Self { words, bits: 0 }
    }

    /// The next number, written with the same `most`.
    #[inline]
    pub fn take(&mut self, most: u64) -> u64 {
        let width = width(most);
        let (word, shift) = (self.bits / 64, self.bits % 64);
        self.bits += width;
        let mut number = self.words.get(word).map_or(0, |low| low >> shift);
        if shift + width > 64 {
            number |= self.words.get(word + 1).map_or(0, |high| high << (64 - shift));
        }
        number & u64::MAX.unbounded_shr(64 - width as u32)
    }

    /// Takes the next number and writes it again.
    #[inline]
    pub fn copy<const WORDS: usize>(&mut self, out: &mut Packer<WORDS>, most: u64) -> u64 {
        let number = self.take(most);
        out.put(number, most);
        number
    }
}

/// Bits that numbers up to `most` need.
#[inline]
fn width(most: u64) -> usize {
    (u64::BITS - most.leading_zeros()) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_as_they_went_in() {
        let numbers = [(3, 3), (0, 9), (1_000_000, 1_000_000), (1, 1), (77, 100), (0, 0)];
        let mut out = Packer::<4>::new();
        for _ in 0..4 {
            for (number, most) in numbers {
                out.put(number, most);
            }
        }
        out.put(u64::MAX, u64::MAX);
        let key = out.finish().expect("it fits");
        let mut from = Unpacker::new(&key);
        for _ in 0..4 {
            for (number, most) in numbers {
                assert_eq!(from.take(most), number);
            }
        }
        assert_eq!(from.take(u64::MAX), u64::MAX);
    }

    #[test]
    fn too_much_is_no_key() {
        let mut out = Packer::<4>::new();
        for _ in 0..13 {
            out.put(1, 1_000_000);
        }
        assert_eq!(out.finish(), None);
    }

    #[test]
    fn a_number_above_its_range_is_no_key() {
        let mut out = Packer::<1>::new();
        out.put(4, 3);
        assert_eq!(out.finish(), None);
    }
}
