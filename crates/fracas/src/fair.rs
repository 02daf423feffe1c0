//! Dice that nobody could choose, and how to check that.
//!
//! Whoever runs a match draws a secret and publishes its commitment before
//! anybody else says anything. Then each seat adds a number of its own. The
//! seed of the battle is made of all of them:
//!
//! ```text
//! commitment = SHA-256(secret)
//! seed       = the first 53 bits of
//!              SHA-256("fracas fair dice 1\n" secret "\n" match "\n" number "\n" number "\n" …)
//! ```
//!
//! The secret is text, 64 hexadecimal digits; numbers stand in the order of the
//! seats. It is published when the match is over: then everybody can see that it
//! was the one committed to. As long as one of the two, the keeper of the secret
//! or a seat, did not know what the other had, neither has chosen the dice.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

/// What it takes to check that the seed of a battle was chosen by nobody.
///
/// ```
/// use fracas::FairDice;
/// let secret = "5e".repeat(32);
/// let dice = FairDice::new(secret, "m1".to_owned(), vec![4, 8]);
/// assert!(dice.check(dice.seed(), 0).is_ok());
/// assert!(dice.check(dice.seed() ^ 1, 0).is_err());
/// assert!(dice.check(dice.seed(), 7).is_err());
/// let swapped = FairDice { numbers: vec![8, 4], ..dice.clone() };
/// assert!(swapped.check(dice.seed(), 0).is_err());
/// let other = FairDice { secret: "5f".repeat(32), ..dice.clone() };
/// assert!(other.check(dice.seed(), 0).unwrap_err().to_string().contains("not the one"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FairDice {
    /// SHA-256 of the secret, in hexadecimal digits; published before the match.
    pub commitment: String,
    /// The secret; published after it.
    pub secret: String,
    /// The name of the match.
    #[serde(rename = "match")]
    pub name: String,
    /// What each seat added, in the order of the seats.
    pub numbers: Vec<u64>,
}

/// Why dice cannot be trusted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnfairDice {
    /// The secret was exchanged.
    #[error("the secret of its dice is not the one that was committed to")]
    Secret,
    /// The seed was chosen.
    #[error(
        "the seed {found} does not follow from the secret and the numbers of the seats, which give {wanted}"
    )]
    Seed {
        /// The seed of the battle.
        found: u64,
        /// The seed that it should have.
        wanted: u64,
    },
    /// The battle was chosen among those of the seed.
    #[error("battle {0} of its seed was fought, where fair dice allow for the first alone")]
    Trial(u64),
}

impl FairDice {
    /// The dice of a match.
    pub fn new(secret: String, name: String, numbers: Vec<u64>) -> Self {
        Self { commitment: commitment(&secret), secret, name, numbers }
    }

    /// The seed of the battle.
    pub fn seed(&self) -> u64 {
        let mut text = format!("fracas fair dice 1\n{}\n{}\n", self.secret, self.name);
        for number in &self.numbers {
            text.push_str(&number.to_string());
            text.push('\n');
        }
        let digest = Sha256::digest(text.as_bytes());
        let first = digest.iter().take(8).fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
        first >> 11
    }

    /// Whether this is the seed, the secret the one committed to, and the battle
    /// the first of that seed.
    pub fn check(&self, seed: u64, trial: u64) -> Result<(), UnfairDice> {
        if commitment(&self.secret) != self.commitment {
            return Err(UnfairDice::Secret);
        }
        match self.seed() {
            wanted if wanted != seed => Err(UnfairDice::Seed { found: seed, wanted }),
            _ if trial != 0 => Err(UnfairDice::Trial(trial)),
            _ => Ok(()),
        }
    }
}

/// SHA-256 of a secret, in hexadecimal digits.
pub fn commitment(secret: &str) -> String {
    Sha256::digest(secret.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked out with `printf … | sha256sum`.
    #[test]
    fn known_answers() {
        assert_eq!(
            commitment("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        let dice = FairDice::new("abc".to_owned(), "m".to_owned(), vec![1, 2]);
        assert_eq!(dice.seed(), 189_060_639_193_989);
    }
}
