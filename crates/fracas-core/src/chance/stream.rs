//! Which random stream belongs to a battle.
//!
//! A stream is named by (seed, trial, purpose) and by nothing else, so any
//! trial can be fought anywhere, alone or among a million, with the same dice.

/// Raised whenever the same (seed, trial, purpose) would give other dice.
pub const STREAM_VERSION: u32 = 1;

/// What the dice of a stream are for. Streams of different purposes are
/// independent of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Purpose {
    /// The battle itself.
    Battle = 0,
    /// Placing the sides before the battle.
    Setup = 1,
    /// Making a map.
    Map = 2,
}

/// The sixteen bytes of generator state at the start of a stream.
///
/// SplitMix64 is run over the three words, each step mixing in the next one,
/// and two further steps give the state.
///
/// ```
/// use fracas_core::chance::{Purpose, stream_seed};
/// assert_ne!(stream_seed(7, 0, Purpose::Battle), stream_seed(7, 1, Purpose::Battle));
/// ```
#[inline]
pub fn stream_seed(seed: u64, trial: u64, purpose: Purpose) -> [u64; 2] {
    let mut mix = SplitMix(seed);
    let after_seed = mix.next();
    mix.0 = after_seed ^ trial;
    let after_trial = mix.next();
    mix.0 = after_trial ^ purpose as u64;
    [mix.next(), mix.next()]
}

/// SplitMix64 by Steele, Lea and Flood (2014).
struct SplitMix(u64);

impl SplitMix {
    #[inline]
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published first outputs of SplitMix64 from state 1234567.
    #[test]
    fn splitmix_known_answers() {
        let mut mix = SplitMix(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| mix.next()).collect();
        assert_eq!(
            first,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn every_part_of_the_name_matters() {
        let base = stream_seed(7, 3, Purpose::Battle);
        assert_ne!(base, stream_seed(8, 3, Purpose::Battle));
        assert_ne!(base, stream_seed(7, 4, Purpose::Battle));
        assert_ne!(base, stream_seed(7, 3, Purpose::Setup));
        assert_ne!(base, stream_seed(3, 7, Purpose::Battle));
    }
}
