//! The rulesets there are. The registry is open: a program adds its own with
//! [`Registry::with`] and has every question that fracas can answer.

use std::fmt;
use std::sync::{Arc, OnceLock};

use fracas_core::capability::{Ending, Side};
use fracas_core::document::{Checked, Diagnostics, TableShape, nearest};
use fracas_core::odds::Odds;
use fracas_core::ruleset::Ruleset;
use thiserror::Error;

use crate::erased::{AnyBattle, Held};
use crate::scenario::Scenario;

/// A set of rulesets.
///
/// ```
/// use fracas::{Capability, Registry};
/// let registry = Registry::standard();
/// let olympia = registry.rules("olympia")?;
/// assert_eq!(olympia.outcomes[2], "draw");
/// assert!(olympia.template().contains("ruleset = \"olympia\""));
/// assert_eq!((olympia.observers().len(), olympia.log_file(), olympia.files().len()), (0, "log.txt", 0));
/// assert!(olympia.shape().field("attacker").is_some());
/// assert_eq!(olympia.endings()[1].words, "the defender wins");
///
/// // What not every ruleset can do is asked for, and lacking it is a sentence.
/// assert!(olympia.has(Capability::Exact));
/// assert_eq!(registry.having(Capability::Play), ["andor", "battlescape"]);
/// let lacking = registry.require(olympia, Capability::Play).unwrap_err().to_string();
/// assert_eq!(lacking, "battles of olympia are not played; known are andor and battlescape");
///
/// let unknown = registry.rules("olimpia").unwrap_err().to_string();
/// assert!(unknown.starts_with("there is no ruleset `olimpia`; did you mean `olympia`?"));
///
/// // Rulesets of one's own are added in the same way as these two.
/// let few = Registry::default().with::<fracas::olympia::Olympia>().with::<fracas::mission::Mission>();
/// assert!(few.iter().map(|rules| rules.name).eq(["olympia", "mission"]));
/// let duel = fracas::Scenario::new("siege.toml", few.rules("olympia")?.template());
/// assert!(few.battle(&duel).is_ok());
/// # Ok::<(), fracas::UnknownRuleset>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Registry(Vec<Rules>);

impl Registry {
    /// The rulesets of fracas itself.
    pub fn standard() -> &'static Self {
        static STANDARD: OnceLock<Registry> = OnceLock::new();
        STANDARD.get_or_init(crate::rulesets::all)
    }

    /// These rulesets and one more, which takes the place of one of its name.
    pub fn with<R: Ruleset>(mut self) -> Self {
        self.0.retain(|rules| rules.name != R::NAME);
        self.0.push(Rules::of::<R>());
        self
    }

    /// All rulesets.
    pub fn iter(&self) -> impl Iterator<Item = &Rules> {
        self.0.iter()
    }

    /// The ruleset of this name.
    pub fn rules(&self, name: &str) -> Result<&Rules, UnknownRuleset> {
        self.iter().find(|rules| rules.name == name).ok_or_else(|| UnknownRuleset {
            name: name.to_owned(),
            help: match nearest(name, self.iter().map(|rules| rules.name)) {
                Some(near) => format!("did you mean `{near}`? {}", self.known()),
                None => self.known(),
            },
        })
    }

    /// The ruleset that a scenario names, if there is one. What is wrong with it
    /// is told when the scenario is read.
    ///
    /// ```
    /// use fracas::{Registry, Scenario};
    /// let known = Registry::standard();
    /// assert_eq!(known.named_by(&Scenario::of("mfd")).map(|rules| rules.name), Some("mfd"));
    /// assert!(known.named_by(&Scenario::of("chess")).is_none());
    /// ```
    pub fn named_by(&self, scenario: &Scenario) -> Option<&Rules> {
        let word = scenario.get("ruleset").ok()??;
        self.rules(word.trim_matches(['"', '\''])).ok()
    }

    /// The names of all rulesets, in a sentence.
    pub(crate) fn known(&self) -> String {
        let names: Vec<&str> = self.iter().map(|rules| rules.name).collect();
        format!("known rulesets: {}", names.join(", "))
    }

    /// The rulesets that have a capability.
    pub fn having(&self, capability: Capability) -> Vec<&'static str> {
        self.iter().filter(|rules| rules.has(capability)).map(|rules| rules.name).collect()
    }

    /// Fine if a ruleset has a capability; else a sentence that says which
    /// have it.
    pub fn require(&self, rules: &Rules, capability: Capability) -> Result<(), Lacking> {
        if rules.has(capability) {
            return Ok(());
        }
        Err(Lacking { ruleset: rules.name, capability, having: self.having(capability) })
    }
}

/// A ruleset that nobody has added.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no ruleset `{name}`; {help}")]
pub struct UnknownRuleset {
    /// What was asked for.
    pub name: String,
    /// What may have been meant, and what there is.
    pub help: String,
}

/// Something that only some rulesets can do: see
/// [`fracas_core::capability`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capability {
    /// Words for what happens.
    Tell,
    /// What each side knows.
    Observe,
    /// Pictures of a battle under way.
    Picture,
    /// What a viewer shows at a moment.
    Scenes,
    /// Orders of somebody who plays.
    Play,
    /// What the rules make of a scenario before the first die.
    Inspect,
    /// Odds without sampling.
    Exact,
    /// The best decisions.
    Decide,
    /// Who can be left out.
    Parts,
    /// Files for the game's own programs.
    Export,
    /// Battles put together from two files.
    Sides,
}

impl Capability {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Tell,
        Self::Observe,
        Self::Picture,
        Self::Scenes,
        Self::Play,
        Self::Inspect,
        Self::Exact,
        Self::Decide,
        Self::Parts,
        Self::Export,
        Self::Sides,
    ];
}

impl fmt::Display for Capability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tell => "are not told in words",
            Self::Observe => "have no fog: everybody knows everything",
            Self::Picture => "have no map",
            Self::Scenes => "cannot be looked at moment by moment",
            Self::Play => "are not played",
            Self::Inspect => "are not inspected",
            Self::Exact => "have no exact odds",
            Self::Decide => "let nobody decide",
            Self::Parts => "have nobody who could be left out",
            Self::Export => "leave no files of their own",
            Self::Sides => "cannot be put together from two files",
        })
    }
}

/// A ruleset lacks a capability that is needed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct Lacking {
    /// The ruleset.
    pub ruleset: &'static str,
    /// What it lacks.
    pub capability: Capability,
    /// Those that have it.
    pub having: Vec<&'static str>,
}

impl fmt::Display for Lacking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "battles of {} {}", self.ruleset, self.capability)?;
        match self.having.as_slice() {
            [] => Ok(()),
            having => write!(f, "; known are {}", having.join(" and ")),
        }
    }
}

/// A ruleset, as far as it can be known without a battle.
#[derive(Clone, Copy)]
pub struct Rules {
    /// The word for it in scenario files.
    pub name: &'static str,
    /// Raised whenever the same scenario and dice would fight otherwise.
    pub version: u32,
    /// How its battles can end, in the order they are reported.
    pub outcomes: &'static [&'static str],
    /// The draws of chance that may be taken without being asked.
    pub(crate) most_draws: u64,
    shape: fn() -> &'static TableShape,
    template: fn() -> &'static str,
    other_templates: fn() -> &'static [(&'static str, &'static str)],
    read: fn(&Checked, &mut Diagnostics) -> Option<Arc<dyn AnyBattle>>,
    has: fn(Capability) -> bool,
    observers: fn() -> &'static [&'static str],
    files: fn() -> (&'static str, &'static [&'static str]),
    endings: fn() -> &'static [Ending],
    remarks: fn(&Odds) -> Vec<String>,
    sides: fn() -> Option<([Side; 2], bool)>,
}

impl Rules {
    /// The rules of a ruleset.
    pub fn of<R: Ruleset>() -> Self {
        Self {
            name: R::NAME,
            version: R::VERSION,
            outcomes: R::OUTCOMES,
            most_draws: R::MOST_DRAWS,
            shape: R::shape,
            template: R::template,
            other_templates: R::other_templates,
            read: |scenario, out| {
                let battle = R::read(scenario, out)?;
                Some(Arc::new(Held::<R>::new(battle)))
            },
            has: has::<R>,
            observers: || R::capabilities().observe.map_or(&[], |observe| observe.observers()),
            files: || {
                let export = R::capabilities().export;
                export.map_or((LOG_FILE, &[]), |export| (export.log_file(), export.names()))
            },
            endings: || R::capabilities().tell.map_or(&[], |tell| tell.endings()),
            sides: || R::capabilities().sides.map(|known| (known.sides(), known.swap())),
            remarks: |odds| R::capabilities().tell.map_or_else(Vec::new, |tell| tell.remarks(odds)),
        }
    }

    /// The keys of its scenarios, beside those every scenario has.
    pub fn shape(&self) -> &'static TableShape {
        (self.shape)()
    }

    /// A commented scenario to start from.
    pub fn template(&self) -> &'static str {
        (self.template)()
    }

    /// A scenario of another kind to start from, such as a campaign, if there
    /// is one.
    pub fn other_template(&self, kind: &str) -> Option<&'static str> {
        let known = (self.other_templates)().iter();
        known.copied().find(|(name, _)| *name == kind).map(|(_, text)| text)
    }

    /// All scenarios to start from by kind; that of the usual kind is empty.
    pub fn templates(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        [("", self.template())].into_iter().chain((self.other_templates)().iter().copied())
    }

    /// Whether it can do something that not all rulesets can.
    pub fn has(&self, capability: Capability) -> bool {
        (self.has)(capability)
    }

    /// The sides to whose knowledge a log can be kept; none where everybody
    /// knows everything.
    pub fn observers(&self) -> &'static [&'static str] {
        (self.observers)()
    }

    /// What the file is called that a log is written to.
    pub fn log_file(&self) -> &'static str {
        (self.files)().0
    }

    /// Files beside the log that a battle leaves for the game's own programs.
    pub fn files(&self) -> &'static [&'static str] {
        (self.files)().1
    }

    /// The two sides of its battles, and whether either can stand on the
    /// other's place; none where battles cannot be put together.
    pub fn sides(&self) -> Option<([Side; 2], bool)> {
        (self.sides)()
    }

    /// What each outcome says and whose it is, in the order of the outcomes;
    /// nothing where the rules have no words for them.
    pub fn endings(&self) -> &'static [Ending] {
        (self.endings)()
    }

    /// What an outcome means, as half a sentence: `the attacker wins`. Its
    /// name where the rules have no words for it.
    ///
    /// ```
    /// let olympia = fracas::Registry::standard().rules("olympia")?;
    /// assert_eq!(olympia.ending("attacker"), "the attacker wins");
    /// # Ok::<(), fracas::UnknownRuleset>(())
    /// ```
    pub fn ending<'a>(&self, outcome: &'a str) -> &'a str {
        let place = self.outcomes.iter().position(|known| *known == outcome);
        let ending = place.and_then(|place| self.endings().get(place));
        ending.map_or(outcome, |ending| ending.words)
    }

    /// What a reader of these odds must know besides the numbers.
    pub(crate) fn remarks(&self, odds: &Odds) -> Vec<String> {
        (self.remarks)(odds)
    }

    /// Makes a battle of a scenario of the right shape.
    pub(crate) fn read(&self, file: &Checked, out: &mut Diagnostics) -> Option<Arc<dyn AnyBattle>> {
        (self.read)(file, out)
    }
}

/// The usual name of a log.
const LOG_FILE: &str = "log.txt";

fn has<R: Ruleset>(capability: Capability) -> bool {
    let known = R::capabilities();
    match capability {
        Capability::Tell => known.tell.is_some(),
        Capability::Observe => known.observe.is_some(),
        Capability::Picture => known.picture.is_some(),
        Capability::Scenes => known.scenes.is_some(),
        Capability::Play => known.play.is_some(),
        Capability::Inspect => known.inspect.is_some(),
        Capability::Exact => known.exact.is_some(),
        Capability::Decide => known.decide.is_some(),
        Capability::Parts => known.parts.is_some(),
        Capability::Export => known.export.is_some(),
        Capability::Sides => known.sides.is_some(),
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.version)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scenario;

    #[test]
    fn no_name_is_given_twice() {
        let names: Vec<&str> = Registry::standard().iter().map(|rules| rules.name).collect();
        assert!(names.iter().enumerate().all(|(place, name)| !names[..place].contains(name)));
        let again = Registry::standard().clone().with::<fracas_olympia::Olympia>();
        assert_eq!(again.iter().count(), names.len());
    }

    #[test]
    fn every_template_is_a_scenario_without_a_flaw() {
        for rules in Registry::standard().iter() {
            let battle = Scenario::new("template.toml", rules.template()).battle().unwrap();
            assert_eq!(battle.rules().name, rules.name);
            assert_eq!(battle.warnings().render(false), "");
        }
    }

    #[test]
    fn what_is_lacking_is_a_sentence() {
        let registry = Registry::standard();
        let olympia = registry.rules("olympia").unwrap();
        let lacking = registry.require(olympia, Capability::Play).unwrap_err().to_string();
        assert_eq!(lacking, "battles of olympia are not played; known are andor and battlescape");
        assert!(registry.require(olympia, Capability::Exact).is_ok());
    }
}
