//! What a user writes, checked, and made into a battle (sections 11 and 13).

mod effects;
mod hero;
mod items;
mod monsters;
mod policy;
mod shape;
mod shape_effects;
mod stats;
mod values;

use fracas_core::document::{Checked, Diagnostic, Diagnostics, Severity, SourceId, nearest};

pub use shape::SCENARIO;
pub use values::odds_of;

use crate::battle::{Battle, Kind, Profile, Starts};
use crate::data::{DataFile, Library};
use crate::items::{Item, ItemId};
pub use hero::WrittenHero;

use crate::muster::{self, WrittenFight};
use crate::rules::equipment::Wearer;
use crate::stats::Stats;

/// What `fracas new andor` prints.
pub const TEMPLATE: &str = include_str!("template.toml");

/// Makes a battle of a file whose values are of the right shape.
pub fn read(file: &Checked, out: &mut Diagnostics) -> Option<Battle> {
    read_all(file, out).map(|(battle, _)| battle)
}

/// The same, with every monster that the scenario and its data know.
pub fn read_all(file: &Checked, out: &mut Diagnostics) -> Option<(Battle, Vec<Kind>)> {
    let profile = match file.text("profile") {
        Some("current") => Profile::Current,
        _ => Profile::Classic,
    };
    let library = read_data(file, profile, out);
    let mut builder = ScenarioBuilder::new(profile, library);
    effects::read_conditions(file, &mut builder, out);
    items::read_items(file, &mut builder, out);
    let hero = hero::read(file.table("player"), &mut builder, out);

    let starts = starts(file).unwrap_or(Starts::Player);
    let mut fights = vec![WrittenFight { starts, rest: false, foes: Vec::new() }];
    monsters::read(file, &hero.skills, &mut builder, &mut fights[0], out);
    for next in file.tables("next") {
        let mut fight = WrittenFight {
            starts: self::starts(next).unwrap_or(starts),
            rest: next.flag("rest").unwrap_or(false),
            foes: Vec::new(),
        };
        monsters::read(next, &hero.skills, &mut builder, &mut fight, out);
        fights.push(fight);
    }
    let policy = policy::read(file.table("policy"), &builder, out);
    effects::check_known(file, &hero, &mut builder, out);
    if out.has_errors() {
        return None;
    }
    let bestiary = monsters::bestiary(&hero.skills, &builder);
    let battle = muster::battle(muster::Written {
        name: file.text("name").map(str::to_owned),
        flee_fail: file.whole("flee_fail").unwrap_or(20),
        hero,
        policy,
        fights,
        builder,
        text: out.source(SourceId::SCENARIO).text.clone(),
    });
    check_equipped(file, &battle, out).then_some((battle, bestiary))
}

/// E-2: hit and action points with what is worn.
fn check_equipped(file: &Checked, b: &Battle, out: &mut Diagnostics) -> bool {
    let errors = out.errors();
    // Conditions may push a maximum as low as they like.
    let wearer = Wearer {
        profile: b.profile,
        base: &b.hero.base,
        skills: &b.hero.skills,
        conditions: &Stats::default(),
    };
    let stats = wearer.equipped(b.worn(&b.hero.outfit));
    let most = i64::from(b.start.hero.max_hp).max(stats.hp);
    let player = file.table("player");
    let place = player.map_or_else(|| file.place("player"), |player| player.here());
    if stats.hp < 1 {
        let message = format!("the equipped maximum of hit points is {}", stats.hp);
        out.error("E-2", &place, message).help("it must be at least 1");
    }
    if stats.ap < 1 {
        let message = format!("the equipped maximum of action points is {}", stats.ap);
        out.error("E-2", &place, message).help("it must be at least 1");
    }
    if let Some(hp) = player.and_then(|player| player.value("hp"))
        && hp.whole().is_some_and(|now| now > most)
        && stats.hp >= 1
    {
        let message = format!("hp is {}; allowed are 1 to {most}", hp.whole().unwrap_or(0));
        out.error("E-2", &hp.place, message).help("that is the equipped maximum");
    }
    out.errors() == errors
}

fn starts(table: &Checked) -> Option<Starts> {
    match table.text("starts")? {
        "monsters" => Some(Starts::Monsters),
        _ => Some(Starts::Player),
    }
}

/// the game's own files that the scenario names.
fn read_data(file: &Checked, profile: Profile, out: &mut Diagnostics) -> Library {
    let mut files = Vec::new();
    for item in file.list("data") {
        let Some(name) = item.text() else { continue };
        match out.open(name) {
            Ok(source) => files.push(DataFile { source, name: name.to_owned() }),
            Err(why) => {
                out.error("E-14", &item.place, format!("cannot read {name}: {why}"));
            }
        }
    }
    // Whoever wants to know them all imports the files.
    let sum = |count: usize| {
        let message = format!("{count} things are odd about the data files");
        let place = file.place("data");
        let mut sum = Diagnostic::new(Severity::Warning, "", place, message);
        sum.help("`fracas import andor` with the same files tells them");
        sum
    };
    let classic = profile == Profile::Classic;
    out.summing_up(FEW_WARNINGS, |out| Library::read(&files, classic, out), sum)
}

/// More warnings about data files are only counted.
const FEW_WARNINGS: usize = 5;

/// What is being put together.
pub struct ScenarioBuilder {
    /// Which rules.
    pub profile: Profile,
    /// The game's data, and the scenario's own items and conditions.
    pub library: Library,
    /// Items that are used somewhere.
    pub items: Vec<Item>,
    /// What may be in the bag, carried items first.
    pub stock: Vec<ItemId>,
    /// How many of each are carried.
    pub bag: Vec<u32>,
    /// Monster entries.
    pub kinds: Vec<Kind>,
    /// The scenario's own items.
    own: Vec<Item>,
}

impl ScenarioBuilder {
    fn new(profile: Profile, library: Library) -> Self {
        Self {
            profile,
            library,
            items: Vec::new(),
            stock: Vec::new(),
            bag: Vec::new(),
            kinds: Vec::new(),
            own: Vec::new(),
        }
    }

    /// An item by its id: the scenario's own, else the data's.
    pub fn find(&self, id: &str) -> Option<Item> {
        let own = self.own.iter().find(|item| item.id == id).cloned();
        own.or_else(|| self.library.items.get(id).map(|item| self.fitted(item)))
    }

    /// An item of the data as the profile has it.
    fn fitted(&self, item: &Item) -> Item {
        let mut item = item.clone();
        if self.profile == Profile::Classic {
            item.stats.critical =
                crate::rules::attack::effective_critical(item.stats.critical).min(100);
            item.effects = Default::default();
            item.added.clear();
        }
        item
    }

    /// The place of an item among those used; one that is not known is made
    /// up from its id.
    pub fn used(&mut self, id: &str) -> ItemId {
        if let Some(place) = self.items.iter().position(|item| item.id == id) {
            return ItemId(place);
        }
        let item = self.find(id).unwrap_or_else(|| Item::unknown(id));
        self.items.push(item);
        ItemId(self.items.len() - 1)
    }

    /// The place of an item in the stock.
    pub fn stocked(&mut self, id: ItemId) -> usize {
        if let Some(place) = self.stock.iter().position(|known| *known == id) {
            return place;
        }
        self.stock.push(id);
        self.bag.push(0);
        self.stock.len() - 1
    }

    /// E-8: what to say of an item nobody knows.
    pub fn suggest(&self, id: &str) -> String {
        let own = self.own.iter().map(|item| item.id.as_str());
        suggestion(id, own.chain(self.library.items.ids()), &self.library)
    }
}

/// Near matches, and which files were read.
pub fn suggestion<'a>(
    word: &str,
    known: impl Iterator<Item = &'a str> + Clone,
    library: &Library,
) -> String {
    let files = library.said_files();
    match nearest(word, known.clone()) {
        Some(near) => format!("did you mean `{near}`? {files}"),
        None => {
            let some: Vec<&str> = known.take(12).collect();
            if some.is_empty() { files } else { format!("known are {}; {files}", some.join(", ")) }
        }
    }
}
