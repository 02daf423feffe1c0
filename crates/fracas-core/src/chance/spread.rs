//! A random word spread over so many places.

/// The place that a word falls on among `sides`, and how far beyond its
/// beginning: word times sides, the high half and the low.
#[inline]
pub fn spread(word: u64, sides: u64) -> (u64, u64) {
    // Machines of 32 bits have no wide product; two narrow ones give the same.
    if cfg!(target_pointer_width = "32") && sides <= u64::from(u32::MAX) {
        return narrow(word, sides);
    }
    let wide = u128::from(word) * u128::from(sides);
    ((wide >> 64) as u64, wide as u64)
}

/// The same for sides below 2^32.
#[inline]
fn narrow(word: u64, sides: u64) -> (u64, u64) {
    let low = (word & 0xffff_ffff) * sides;
    let high = (word >> 32) * sides + (low >> 32);
    (high >> 32, (high << 32) | (low & 0xffff_ffff))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_give_the_same() {
        let words = [0, 1, u64::MAX, 0xffff_ffff, 1 << 32, 0x0123_4567_89ab_cdef, u64::MAX / 3];
        for word in words {
            for sides in [1, 2, 6, 100, 1_000_000, (1 << 31) + 7, u64::from(u32::MAX)] {
                let wide = u128::from(word) * u128::from(sides);
                assert_eq!(narrow(word, sides), ((wide >> 64) as u64, wide as u64));
                assert_eq!(spread(word, sides), narrow(word, sides));
            }
        }
    }
}
