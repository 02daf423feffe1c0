//! The generator of all dice.

use std::convert::Infallible;

use rand_core::{TryRng, utils};

use super::{Generator, Purpose, stream_seed};

/// Xoroshiro128++ by Blackman and Vigna (2019). It is set up once a battle, which
/// costs less where the compiler sees both.
#[derive(Clone, Debug)]
pub struct Xoroshiro([u64; 2]);

impl Generator for Xoroshiro {
    #[inline]
    fn of_stream(seed: u64, trial: u64, purpose: Purpose) -> Self {
        // Never 0 in both, which it would not leave: SplitMix64 has one 0 only.
        Self(stream_seed(seed, trial, purpose))
    }
}

impl TryRng for Xoroshiro {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.try_next_u64()? as u32)
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let [first, second] = self.0;
        let word = first.wrapping_add(second).rotate_left(17).wrapping_add(first);
        let mixed = first ^ second;
        self.0 = [first.rotate_left(49) ^ mixed ^ (mixed << 21), mixed.rotate_left(28)];
        Ok(word)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        utils::fill_bytes_via_next_word(bytes, || self.try_next_u64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoroshiro128PlusPlus;

    /// It gives what others make of the same definition.
    #[test]
    fn words_are_those_of_xoroshiro() {
        for trial in 0..50 {
            let mut ours = Xoroshiro::of_stream(7, trial, Purpose::Battle);
            let seed = ours.0.map(u64::to_le_bytes).concat();
            let mut theirs = Xoroshiro128PlusPlus::from_seed(seed.try_into().unwrap());
            for _ in 0..50 {
                assert_eq!(ours.next_u64(), theirs.next_u64());
            }
            assert_eq!(ours.next_u32(), theirs.next_u32());
        }
    }
}
