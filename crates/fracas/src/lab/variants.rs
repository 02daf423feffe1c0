//! Battles that a question is about, by number, and how a piece of work on
//! them is done.

use fracas_core::odds::Effort;
use fracas_core::procedure::{Found, Piece, Work};

use crate::battle::Battle;

/// Battles by number. Whoever does the work may make them as they are needed.
pub trait Variants: Sync {
    /// The battle of this number, or why it cannot be fought.
    fn battle(&self, variant: u64) -> Result<Battle, String>;
}

/// One battle: variant 0.
impl Variants for Battle {
    fn battle(&self, variant: u64) -> Result<Battle, String> {
        match variant {
            0 => Ok(self.clone()),
            _ => Err(no_such(variant)),
        }
    }
}

/// Battles that were made before.
impl Variants for [Battle] {
    fn battle(&self, variant: u64) -> Result<Battle, String> {
        let place = usize::try_from(variant).ok();
        let battle = place.and_then(|place| self.get(place));
        battle.cloned().ok_or_else(|| no_such(variant))
    }
}

fn no_such(variant: u64) -> String {
    format!("there is no variant {variant}")
}

/// Does a piece of work.
///
/// ```
/// use fracas::core::procedure::{Found, Piece, Work};
/// use fracas::{Effort, Scenario, lab};
/// let mut duel = Scenario::of("olympia");
/// duel.set("attacker.stack[0].noble", "Osswid")?;
/// duel.set("defender.stack[0].noble", "Feasel")?;
/// let mut more = duel.clone();
/// more.set("attacker.stack[0].men.pikeman", 3)?;
///
/// // Both in the same thousand trials: the pikemen are worth something.
/// let both = [duel.battle()?, more.battle()?];
/// let pairs = Work::Pairs { others: vec![1], seed: 7, trials: 0..1000 };
/// let found = lab::work(&both[..], &Piece { variant: 0, work: pairs }, &Effort::default());
/// let Found::Pairs(pairs) = found else { return Err("not paired".into()) };
/// let (_, lost, gained) = pairs[0].split(&[fracas::core::ruleset::OutcomeId(0)]);
/// assert!(gained > lost);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn work<V: Variants + ?Sized>(variants: &V, piece: &Piece, effort: &Effort<'_>) -> Found {
    let battle = match variants.battle(piece.variant) {
        Ok(battle) => battle,
        Err(why) => return Found::Impossible(why),
    };
    match &piece.work {
        Work::Trials { seed, trials } => Found::Tally(battle.tally(*seed, trials.clone(), effort)),
        Work::Exact { budget } => match battle.exact(*budget) {
            Ok(exact) => Found::Exact(Box::new(exact)),
            Err(why) => Found::Refused(why),
        },
        Work::Pairs { others, seed, trials } => {
            let others = others.iter().map(|other| variants.battle(*other));
            let others: Vec<Battle> = match others.collect() {
                Ok(others) => others,
                Err(why) => return Found::Impossible(why),
            };
            let erased: Vec<_> = others.iter().map(|other| &*other.erased).collect();
            match battle.erased.pair(&erased, *seed, trials.clone(), effort) {
                Some(pairs) => Found::Pairs(pairs),
                None => {
                    Found::Impossible("battles of different rulesets cannot be paired".to_owned())
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;
    use crate::Scenario;

    fn template(ruleset: &str) -> Battle {
        let template = Registry::standard().rules(ruleset).unwrap().template();
        Scenario::new("battle.toml", template).battle().unwrap()
    }

    #[test]
    fn what_cannot_be_done_is_said() {
        let both = [template("olympia"), template("mission")];
        let does = |variant, work: Work| match super::work(
            &both[..],
            &Piece { variant, work },
            &Effort::default(),
        ) {
            Found::Impossible(why) => why,
            other => format!("{other:?}"),
        };
        let trials = Work::Trials { seed: 7, trials: 0..3 };
        assert_eq!(does(2, trials), "there is no variant 2");
        let pairs = |other| Work::Pairs { others: vec![other], seed: 7, trials: 0..3 };
        assert_eq!(does(0, pairs(1)), "battles of different rulesets cannot be paired");
        assert_eq!(does(0, pairs(9)), "there is no variant 9");
    }
}
