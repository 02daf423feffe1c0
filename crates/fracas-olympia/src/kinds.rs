//! The kinds of men, engines and structures, and what they are worth by
//! themselves (O-10, O-12, O-13, O-50, O-51, O-54, O-88, O-91).

/// A kind of fighter or engine, by its place in the battle's list of kinds:
/// the built-in ones first, then the scenario's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KindId(pub usize);

/// Attack and defense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Melee {
    /// Strength of a blow.
    pub attack: u32,
    /// What a blow must overcome.
    pub defense: u32,
}

/// Whom a kind follows when weather touches its missiles (O-16, O-85).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shoots {
    /// Rain does not touch it in the first edition.
    LikeCrossbowman,
    /// Rain silences it in the first edition.
    LikeArcher,
    /// An engine's missile: neither.
    LikeEngine,
}

/// A kind of fighter or engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// As written in files.
    pub key: String,
    /// One of them, in words.
    pub singular: String,
    /// Several of them, in words.
    pub plural: String,
    /// On firm land.
    pub land: Melee,
    /// Missile rating before weather.
    pub missile: u32,
    /// On a ship, where it differs.
    pub aboard: Option<Melee>,
    /// In a swamp, where it differs.
    pub swamp: Option<Melee>,
    /// Survives half the hits (O-41).
    pub blessed: bool,
    /// In wind, rain and fog.
    pub shoots: Shoots,
    /// Gold a month (O-91).
    pub upkeep: u32,
    /// An engine, not a man (O-54).
    pub engine: bool,
    /// Fights only in defence in the later edition (O-86).
    pub unwarlike: bool,
}

fn kind(
    key: &str,
    singular: &str,
    plural: &str,
    attack: u32,
    defense: u32,
    missile: u32,
    upkeep: u32,
) -> Kind {
    Kind {
        key: key.to_owned(),
        singular: singular.to_owned(),
        plural: plural.to_owned(),
        land: Melee { attack, defense },
        missile,
        aboard: None,
        swamp: None,
        blessed: false,
        shoots: Shoots::LikeCrossbowman,
        upkeep,
        engine: false,
        unwarlike: false,
    }
}

/// The kinds of O-10 and O-54, with the upkeep of O-91.
pub fn built_in() -> Vec<Kind> {
    vec![
        unwarlike(kind("peasant", "peasant", "peasants", 1, 1, 0, 1)),
        unwarlike(kind("worker", "worker", "workers", 1, 1, 0, 2)),
        unwarlike(kind("sailor", "sailor", "sailors", 1, 1, 0, 2)),
        kind("soldier", "soldier", "soldiers", 5, 5, 0, 2),
        Kind {
            blessed: true,
            ..kind("blessed_soldier", "blessed soldier", "blessed soldiers", 5, 5, 0, 3)
        },
        kind("pikeman", "pikeman", "pikemen", 5, 30, 0, 3),
        kind("swordsman", "swordsman", "swordsmen", 15, 15, 0, 3),
        Kind {
            aboard: Some(Melee { attack: 15, defense: 15 }),
            ..kind("pirate", "pirate", "pirates", 5, 5, 0, 3)
        },
        heavy(kind("knight", "knight", "knights", 45, 45, 0, 4)),
        heavy(kind("elite_guard", "elite guard", "elite guard", 90, 90, 0, 5)),
        kind("crossbowman", "crossbowman", "crossbowmen", 1, 1, 25, 2),
        archer(kind("archer", "archer", "archers", 5, 5, 50, 3)),
        archer(kind("elite_archer", "elite archer", "elite archers", 10, 10, 75, 4)),
        engine(kind("catapult", "catapult", "catapults", 25, 200, 25, 0)),
        engine(kind("battering_ram", "battering ram", "battering rams", 30, 250, 0, 0)),
        engine(kind("siege_tower", "siege tower", "siege towers", 30, 250, 0, 0)),
    ]
}

/// O-86.
fn unwarlike(kind: Kind) -> Kind {
    Kind { unwarlike: true, ..kind }
}

/// O-13: 25 less on a ship or in a swamp.
fn heavy(kind: Kind) -> Kind {
    let hampered = Melee { attack: kind.land.attack - 25, defense: kind.land.defense - 25 };
    Kind { aboard: Some(hampered), swamp: Some(hampered), ..kind }
}

fn archer(kind: Kind) -> Kind {
    Kind { shoots: Shoots::LikeArcher, ..kind }
}

fn engine(kind: Kind) -> Kind {
    Kind { shoots: Shoots::LikeEngine, engine: true, ..kind }
}

/// A kind of structure (O-50).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StructureKind {
    /// Covers 500 men.
    Castle,
    /// Covers 100 men.
    Tower,
    /// A temple.
    Temple,
    /// An inn.
    Inn,
    /// A mine.
    Mine,
    /// Any further building.
    Other,
    /// A ship.
    Galley,
    /// A ship.
    Roundship,
}

impl StructureKind {
    /// As written in files, in the order of the variants.
    pub const KEYS: &'static [&'static str] =
        &["castle", "tower", "temple", "inn", "mine", "other", "galley", "roundship"];

    /// The kind of this name.
    pub fn of(key: &str) -> Option<Self> {
        use StructureKind::*;
        let all = [Castle, Tower, Temple, Inn, Mine, Other, Galley, Roundship];
        all.into_iter().find(|kind| kind.key() == key)
    }

    /// As written in files.
    pub fn key(self) -> &'static str {
        Self::KEYS[self as usize]
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            StructureKind::Other => "building",
            other => other.key(),
        }
    }

    /// Ships float, sink, and hamper knights.
    pub fn is_ship(self) -> bool {
        matches!(self, StructureKind::Galley | StructureKind::Roundship)
    }

    /// O-51: how many men it covers.
    pub fn covers(self) -> u64 {
        match self {
            StructureKind::Castle => 500,
            StructureKind::Tower => 100,
            _ => 50,
        }
    }

    /// Its defense where a scenario leaves it out (section 15).
    pub fn usual_defense(self) -> u32 {
        match self {
            StructureKind::Castle => 50,
            StructureKind::Tower => 40,
            StructureKind::Galley => 20,
            StructureKind::Other => 0,
            _ => 10,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(key: &str) -> Kind {
        let mut kinds = built_in().into_iter();
        kinds.find(|kind| kind.key == key).expect("a built-in kind")
    }

    /// O-10 and O-54, row by row.
    #[test]
    fn o_10_o_54_base_ratings() {
        let table = [
            ("peasant", 1, 1, 0),
            ("worker", 1, 1, 0),
            ("sailor", 1, 1, 0),
            ("soldier", 5, 5, 0),
            ("blessed_soldier", 5, 5, 0),
            ("pikeman", 5, 30, 0),
            ("swordsman", 15, 15, 0),
            ("pirate", 5, 5, 0),
            ("knight", 45, 45, 0),
            ("elite_guard", 90, 90, 0),
            ("crossbowman", 1, 1, 25),
            ("archer", 5, 5, 50),
            ("elite_archer", 10, 10, 75),
            ("catapult", 25, 200, 25),
            ("battering_ram", 30, 250, 0),
            ("siege_tower", 30, 250, 0),
        ];
        assert_eq!(table.len(), built_in().len());
        for (key, attack, defense, missile) in table {
            let kind = named(key);
            assert_eq!((kind.land, kind.missile), (Melee { attack, defense }, missile), "{key}");
        }
    }

    /// O-12: only being hit tells a blessed soldier from a soldier.
    #[test]
    fn o_12_a_blessed_soldier_fights_like_a_soldier() {
        let (plain, blessed) = (named("soldier"), named("blessed_soldier"));
        assert_eq!((plain.land, plain.missile), (blessed.land, blessed.missile));
        assert!(blessed.blessed && !plain.blessed);
    }

    /// O-50, O-51.
    #[test]
    fn o_51_men_covered() {
        let covered: Vec<u64> = StructureKind::KEYS
            .iter()
            .map(|key| StructureKind::of(key).expect("a kind").covers())
            .collect();
        assert_eq!(covered, [500, 100, 50, 50, 50, 50, 50, 50]);
        assert_eq!(StructureKind::of("hut"), None);
    }

    /// Section 15: defense where it is left out.
    #[test]
    fn usual_defenses() {
        let usual: Vec<u32> = StructureKind::KEYS
            .iter()
            .map(|key| StructureKind::of(key).expect("a kind").usual_defense())
            .collect();
        assert_eq!(usual, [50, 40, 10, 10, 10, 0, 20, 10]);
    }
}
