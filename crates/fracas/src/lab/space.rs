//! A scenario with values that vary: its variants by number.

use fracas_core::order::Ordered;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use fracas_core::document::{Step, parse_path};
use thiserror::Error;

use super::axis::Axis;
use super::grid::Grid;
use super::variants::Variants;
use crate::battle::Battle;
use crate::registry::Registry;
use crate::scenario::{Scenario, ScenarioError};
use crate::set::{Change, Set};
use crate::short_path::{AmbiguousPath, whole_path};

/// Variants of a scenario: every combination of the values of some axes,
/// numbered with the first axis running fastest. An entry of a list is taken
/// out where its value is 0 (`squad[Rook]=0..1`). Battles are made as they are
/// needed.
///
/// ```
/// use fracas::{Registry, Scenario, lab::{Space, Variants}};
/// let mut duel = Scenario::of("olympia");
/// duel.set("attacker.stack[0].noble", "Osswid")?;
/// duel.set("defender.stack[0].noble", "Feasel")?;
/// let axes = vec!["attacker.stack[0].men.knight=0..9".parse()?];
/// let space = Space::new(Registry::standard(), duel, axes)?;
/// assert!(space.len() == 10 && space.battle(9).is_ok() && space.battle(10).is_err());
/// assert_eq!(space.scenario(3)?.get("attacker.stack[0].men.knight")?.as_deref(), Some("3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Space {
    registry: Registry,
    scenario: Scenario,
    grid: Grid,
    /// The last that were made.
    made: Mutex<HashMap<u64, Result<Battle, String>>>,
}

/// Why values cannot vary.
#[derive(Debug, Error)]
pub enum SpaceError {
    /// Not even the lowest of them makes a battle.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// A path may mean several places.
    #[error(transparent)]
    Path(#[from] AmbiguousPath),
    /// There are too many combinations.
    #[error("there are more than 2^53 combinations")]
    TooMany,
    /// The same path is given twice.
    #[error("`{0}` is given twice")]
    Twice(String),
    /// An entry of a list is there or not.
    #[error("`{0}` is an entry of a list, which is there or not: write {0}=0..1")]
    Entry(String),
}

/// Battles that are kept at hand.
const KEPT: usize = 512;

impl Space {
    /// All combinations of these values. A path may leave out its beginning
    /// where one place alone ends so (`men.knight`); one that leads nowhere is
    /// told as any error of a scenario.
    pub fn new(
        registry: &Registry,
        scenario: Scenario,
        mut axes: Vec<Axis>,
    ) -> Result<Self, SpaceError> {
        if let Some(rules) = registry.named_by(&scenario) {
            for axis in &mut axes {
                axis.path = whole_path(&scenario, rules, &axis.path, &[])?;
            }
        }
        for (place, axis) in axes.iter().enumerate() {
            if axes[..place].iter().any(|other| other.path == axis.path) {
                return Err(SpaceError::Twice(axis.path.clone()));
            }
            if is_entry(axis) && axis.values.iter().any(|value| value != "0" && value != "1") {
                return Err(SpaceError::Entry(axis.path.clone()));
            }
            if is_entry(axis) {
                // Taken out of a copy: who is not there is told, with who is.
                let remove = Set { path: axis.path.clone(), change: Change::Remove };
                scenario.clone().apply_by(registry, &[remove])?;
            }
        }
        let grid = Grid::new(axes).ok_or(SpaceError::TooMany)?;
        let registry = registry.clone();
        let space = Self { registry, scenario, grid, made: Mutex::default() };
        // Somewhere among them there must be a battle.
        let highest = space.made_of(space.len() - 1);
        match (highest, space.made_of(0)) {
            (Err(why), Err(_)) => Err(why.into()),
            _ => Ok(space),
        }
    }

    /// What varies.
    pub fn axes(&self) -> &[Axis] {
        self.grid.axes()
    }

    /// The scenario's own seed, unless that varies.
    pub fn seed(&self) -> Option<u64> {
        let battle = self.battle(self.len() - 1).or_else(|_| self.battle(0));
        battle.ok().and_then(|battle| battle.seed())
    }

    /// How many combinations there are.
    pub fn len(&self) -> u64 {
        self.grid.len()
    }

    /// There is always one.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The numbers of the values of a variant, axis by axis.
    pub fn point(&self, variant: u64) -> Vec<u64> {
        self.grid.point(variant)
    }

    /// The variant of such numbers.
    pub fn variant(&self, point: &[u64]) -> u64 {
        self.grid.variant(point)
    }

    /// The scenario of a variant.
    pub fn scenario(&self, variant: u64) -> Result<Scenario, ScenarioError> {
        let mut sets = Vec::new();
        let mut gone = Vec::new();
        for (axis, number) in self.axes().iter().zip(self.point(variant)) {
            let (path, value) = (axis.path.clone(), axis.values[number as usize].clone());
            match (is_entry(axis), value.as_str()) {
                (true, "0") => gone.push(Set { path, change: Change::Remove }),
                (true, _) => {}
                (false, _) => sets.push(Set { path, change: Change::Put(value) }),
            }
        }
        // The last entries of a list first, so that the others keep their numbers.
        gone.put_in_order_by_key(|set| {
            let last = parse_path(&set.path).ok().and_then(|steps| steps.last().cloned());
            match last {
                Some(Step::Index(index)) => std::cmp::Reverse(index),
                _ => std::cmp::Reverse(usize::MAX),
            }
        });
        sets.extend(gone);
        let mut scenario = self.scenario.clone();
        scenario.apply_by(&self.registry, &crate::sets(&self.scenario, &sets))?;
        Ok(scenario)
    }

    fn made_of(&self, variant: u64) -> Result<Battle, ScenarioError> {
        self.registry.battle(&self.scenario(variant)?)
    }
}

/// Whether an axis is about an entry of a list as a whole.
fn is_entry(axis: &Axis) -> bool {
    let steps = parse_path(&axis.path).unwrap_or_default();
    steps.last().is_some_and(|last| !matches!(last, Step::Key(_)))
}

impl Variants for Space {
    fn battle(&self, variant: u64) -> Result<Battle, String> {
        if variant >= self.len() {
            return Err(format!("there is no variant {variant}"));
        }
        let lock = || self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = lock().get(&variant) {
            return made.clone();
        }
        let made = self.made_of(variant).map_err(|why| why.to_string());
        let mut kept = lock();
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert(variant, made.clone());
        made
    }
}

impl fmt::Debug for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} variants", self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUAD: &str = "ruleset = \"olympia\"\n\
        [[attacker.stack]]\nnoble = \"A\"\n[[attacker.stack]]\nnoble = \"B\"\n\
        [[attacker.stack]]\nnoble = \"C\"\n[[defender.stack]]\nnoble = \"D\"\n";

    fn space(axes: &[&str]) -> Result<Space, SpaceError> {
        let axes = axes.iter().map(|axis| axis.parse().unwrap()).collect();
        Space::new(Registry::standard(), Scenario::new("squad.toml", SQUAD), axes)
    }

    #[test]
    fn entries_are_left_out_by_number_or_name() {
        let space = space(&["attacker.stack[0]=0..1", "attacker.stack[2]=0..1"]).unwrap();
        let nobles = |variant| {
            let text = space.scenario(variant).unwrap().text().to_owned();
            ["A", "B", "C"].map(|noble| text.contains(&format!("\"{noble}\"")))
        };
        assert_eq!(nobles(0), [false, true, false]);
        assert_eq!(nobles(1), [true, true, false]);
        assert_eq!(nobles(3), [true, true, true]);
        assert_eq!(space.variant(&space.point(2)), 2);
    }

    #[test]
    fn what_leads_nowhere_is_said() {
        let says = |axes: &[&str]| space(axes).unwrap_err().to_string();
        assert!(says(&["attacker.stack[7].men.knight=0..3"]).contains("there is no"));
        assert!(says(&["attacker.stack[0].men.nite=0..3"]).contains("knight"));
        assert!(says(&["seed=0..3", "seed=0..3"]).contains("given twice"));
        assert!(says(&["attacker.stack[0]=0..2"]).contains("there or not"));
        assert!(says(&["attacker.stack[9]=0..1"]).contains("attacker.stack"));
        assert!(says(&["attacker.stack[Bo]=0..1"]).contains("Bo"));
    }
}
