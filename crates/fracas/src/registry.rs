//! The rulesets there are.

use fracas_andor::Andor;
use fracas_battlescape::Battlescape;
use fracas_core::document::{Checked, Diagnostics, TableShape, nearest};
use fracas_core::odds::Odds;
use fracas_core::ruleset::Ruleset;
use fracas_mfd::Mfd;
use fracas_mission::Mission;
use fracas_olympia::Olympia;

use crate::loaded::{Battle, Held};

/// Every ruleset of fracas. A new one is one line here.
static RULESETS: &[Rules] = &[
    Rules::of::<Andor>(),
    Rules::of::<Battlescape>(),
    Rules::of::<Mfd>(),
    Rules::of::<Mission>(),
    Rules::of::<Olympia>(),
];

/// A ruleset, as far as it can be known without a battle.
pub struct Rules {
    /// The word for it in scenario files.
    pub name: &'static str,
    /// Raised whenever the same scenario and dice would fight otherwise.
    pub version: u32,
    /// How its battles can end, in the order they are reported.
    pub outcomes: &'static [&'static str],
    /// What the file is called that a log is written to.
    pub log_file: &'static str,
    /// Files beside the log that a battle leaves for the game's own programs.
    pub files: &'static [&'static str],
    /// The sides to whose knowledge a log can be kept.
    pub eyes: &'static [&'static str],
    /// Whether a log can be given pictures.
    pub pictures: bool,
    /// The draws of chance that may be taken without being asked.
    pub(crate) most_draws: u64,
    shape: fn() -> &'static TableShape,
    template: fn() -> &'static str,
    remarks: fn(&Odds) -> Vec<String>,
    read: fn(&Checked, &mut Diagnostics) -> Option<Box<dyn Battle>>,
}

impl Rules {
    const fn of<R: Ruleset>() -> Self {
        Self {
            name: R::NAME,
            version: R::VERSION,
            outcomes: R::OUTCOMES,
            log_file: R::LOG_FILE,
            files: R::FILES,
            eyes: R::EYES,
            pictures: R::PICTURES,
            most_draws: R::MOST_DRAWS,
            shape: R::shape,
            template: R::template,
            remarks: R::remarks,
            read: |scenario, out| {
                let battle = R::read(scenario, out)?;
                Some(Box::new(Held::<R>(battle)))
            },
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

    /// What a reader of these odds must know besides the numbers.
    pub(crate) fn remarks(&self, odds: &Odds) -> Vec<String> {
        (self.remarks)(odds)
    }

    /// Makes a battle of a scenario of the right shape.
    pub(crate) fn read(&self, file: &Checked, out: &mut Diagnostics) -> Option<Box<dyn Battle>> {
        (self.read)(file, out)
    }
}

impl std::fmt::Debug for Rules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.name, self.version)
    }
}

/// All rulesets.
pub fn rulesets() -> &'static [Rules] {
    RULESETS
}

/// The ruleset of this name. If there is none, the error says what to write
/// instead.
///
/// ```
/// assert_eq!(fracas::rules("olympia").unwrap().outcomes[2], "draw");
/// assert!(fracas::rules("olimpia").unwrap_err().starts_with("did you mean `olympia`?"));
/// ```
pub fn rules(name: &str) -> Result<&'static Rules, String> {
    RULESETS.iter().find(|rules| rules.name == name).ok_or_else(|| {
        let names = RULESETS.iter().map(|rules| rules.name);
        match nearest(name, names) {
            Some(near) => format!("did you mean `{near}`? {}", known()),
            None => known(),
        }
    })
}

/// The names of all rulesets, in a sentence.
pub(crate) fn known() -> String {
    let names: Vec<&str> = RULESETS.iter().map(|rules| rules.name).collect();
    format!("known rulesets: {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, load};

    #[test]
    fn no_name_is_given_twice() {
        for (place, rules) in RULESETS.iter().enumerate() {
            assert!(RULESETS[..place].iter().all(|other| other.name != rules.name));
        }
    }

    #[test]
    fn every_template_is_a_scenario_without_a_flaw() {
        for rules in RULESETS {
            let loaded = load(Source::new("template.toml", rules.template()), &[]).unwrap();
            assert_eq!(loaded.rules().name, rules.name);
            assert_eq!(loaded.warnings().render(false), "");
        }
    }
}
