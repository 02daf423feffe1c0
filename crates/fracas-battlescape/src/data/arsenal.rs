//! Keys of weapons and their classes (B-63), of armour, items (B-190) and
//! abilities (B-200).

use fracas_core::document::{Field, Item as Entry, Shape, TableShape};
use smallvec::SmallVec;

use super::ground::LIKE;
use super::key::{Key, ReadContext, fields, num, table, word};
use super::{
    Ability, AbilityKind, Armour, ClassNumbers, DamageType, Dice, FireMode, Grenade, Item,
    ItemKind, ModeCost, Weapon, WeaponClass,
};

const NAME: Shape = Shape::text(40);
const DICE: Shape = Shape::text(12);
const TU: (i64, i64) = (0, 999);

/// The weapon classes by name, in the order of [`WeaponClass`].
pub const CLASSES: [&str; 8] =
    ["pistol", "smg", "rifle", "sniper", "shotgun", "heavy", "launcher", "melee"];
/// The damage types by name, in the order of [`DamageType`].
pub const DAMAGE_TYPES: [&str; 4] = ["kinetic", "laser", "plasma", "chemical"];

const CLASS: [WeaponClass; 8] = [
    WeaponClass::Pistol,
    WeaponClass::Smg,
    WeaponClass::Rifle,
    WeaponClass::Sniper,
    WeaponClass::Shotgun,
    WeaponClass::Heavy,
    WeaponClass::Launcher,
    WeaponClass::Melee,
];
const DAMAGE: [DamageType; 4] =
    [DamageType::Kinetic, DamageType::Laser, DamageType::Plasma, DamageType::Chemical];

/// The keys of `weapon_class.<class>`.
pub static WEAPON_CLASS: [Key<ClassNumbers>; 9] = [
    Key::whole("snap", TU, "time units of a snap shot; 0 for none", |class, n| {
        class.tu[0] = num(n)
    }),
    Key::whole("aimed", TU, "of an aimed one", |class, n| class.tu[1] = num(n)),
    Key::whole("burst", TU, "of a burst", |class, n| class.tu[2] = num(n)),
    Key::whole("burst_rounds", (1, 50), "rounds of a burst", |class, n| {
        class.burst_rounds = num(n);
    }),
    Key::whole("auto", TU, "time units of automatic fire", |class, n| class.tu[3] = num(n)),
    Key::whole("auto_rounds", (1, 50), "rounds of automatic fire", |class, n| {
        class.auto_rounds = num(n);
    }),
    Key::whole("strike", TU, "time units of a strike", |class, n| class.tu[4] = num(n)),
    Key::whole("magazine", (0, 250), "rounds in a magazine", |class, n| class.magazine = num(n)),
    Key::whole("noise", (0, 99), "how far it is heard (B-101)", |class, n| class.noise = num(n)),
];
static WEAPON_CLASS_FIELDS: [Field; 9] = fields(&WEAPON_CLASS);
/// The table `weapon_class.<class>`.
pub static WEAPON_CLASS_SHAPE: TableShape =
    table("weapon_class", "What weapons have from their class (B-63).", &WEAPON_CLASS_FIELDS);

/// The keys of `weapon.<id>`.
pub static WEAPON: [Key<Weapon>; 23] = [
    Key::any("class", Shape::Word(&CLASSES), "its class (B-63)", |weapon, item, context| {
        let place = word(item, &CLASSES).unwrap_or(0);
        take_class(weapon, CLASS[place], &context.data.weapon_classes[place]);
    }),
    Key::any("dice", DICE, "damage, such as `2d12+4`", |weapon, item, context| {
        weapon.dice = context.dice(item).unwrap_or(weapon.dice);
    }),
    Key::any("type", Shape::Word(&DAMAGE_TYPES), "damage type (B-160)", |weapon, item, _| {
        weapon.damage = DAMAGE[word(item, &DAMAGE_TYPES).unwrap_or(0)];
    }),
    Key::whole("accuracy", (-200, 200), "added to accuracy", |weapon, n| weapon.accuracy = num(n)),
    Key::whole("crit", (-100, 100), "added to the chance of a critical hit", |weapon, n| {
        weapon.crit = num(n);
    }),
    Key::any(
        "bands",
        Shape::list(&Shape::whole(1, 200), 6),
        "the last hex of each range band (B-141)",
        read_bands,
    ),
    Key::whole("min_range", (0, 50), "closer than this costs accuracy", |weapon, n| {
        weapon.min_range = num(n);
    }),
    Key::whole("magazine", (0, 250), "rounds in a magazine, else its class's", |weapon, n| {
        weapon.magazine = num(n);
    }),
    Key::whole("spare_mags", (0, 9), "spare magazines a unit begins with", |weapon, n| {
        weapon.spares = num(n);
    }),
    Key::whole("stun", (0, 100), "percent of unblocked hits that stun (B-166)", |weapon, n| {
        weapon.stun = num(n);
    }),
    Key::whole("blast", (0, 10), "radius of its blast; without it, it hits a unit", |weapon, n| {
        weapon.blast = Some(num(n));
    }),
    Key::whole("noise", (0, 99), "how far it is heard, else its class's", |weapon, n| {
        weapon.noise = num(n);
    }),
    Key::whole(
        "snap",
        TU,
        "time units of a snap shot, else its class's; 0 for none",
        |weapon, n| {
            set_mode(weapon, FireMode::Snap, n);
        },
    ),
    Key::whole("aimed", TU, "of an aimed one", |weapon, n| set_mode(weapon, FireMode::Aimed, n)),
    Key::whole("burst", TU, "of a burst", |weapon, n| set_mode(weapon, FireMode::Burst, n)),
    Key::whole("burst_rounds", (1, 50), "rounds of a burst", |weapon, n| {
        change_mode(weapon, FireMode::Burst, |mode| mode.rounds = num(n));
    }),
    Key::whole("burst_recoil", (0, 100), "accuracy lost with every further round", |weapon, n| {
        change_mode(weapon, FireMode::Burst, |mode| mode.recoil = num(n));
    }),
    Key::whole("auto", TU, "time units of automatic fire", |weapon, n| {
        set_mode(weapon, FireMode::Auto, n);
    }),
    Key::whole("auto_rounds", (1, 50), "rounds of automatic fire", |weapon, n| {
        change_mode(weapon, FireMode::Auto, |mode| mode.rounds = num(n));
    }),
    Key::whole("auto_recoil", (0, 100), "accuracy lost with every further round", |weapon, n| {
        change_mode(weapon, FireMode::Auto, |mode| mode.recoil = num(n));
    }),
    Key::whole("strike", TU, "time units of a strike", |weapon, n| {
        set_mode(weapon, FireMode::Strike, n);
    }),
    Key::whole("value", (0, 1_000_000), "what it is worth (B-253)", |weapon, n| {
        weapon.value = num(n);
    }),
    Key::any("like", NAME, LIKE, |_, _, _| {}),
];
static WEAPON_FIELDS: [Field; 23] = fields(&WEAPON);
/// The table `weapon.<id>`.
pub static WEAPON_SHAPE: TableShape = table("weapon", "A weapon (§20).", &WEAPON_FIELDS);

fn read_bands(weapon: &mut Weapon, item: &Entry, context: &mut ReadContext<'_>) {
    let bands: SmallVec<[u8; 6]> = item.list().iter().filter_map(Entry::whole).map(num).collect();
    if bands.is_empty() || !bands.is_sorted_by(|a, b| a < b) {
        let message = format!("the range bands of {} must grow from hex to hex", weapon.id);
        context
            .out
            .error("B-141", &item.place, message)
            .help("write the last hex of each band, such as [2, 6, 10]");
        return;
    }
    weapon.bands = bands;
}

fn take_class(weapon: &mut Weapon, class: WeaponClass, numbers: &ClassNumbers) {
    weapon.class = class;
    weapon.magazine = numbers.magazine;
    weapon.noise = numbers.noise;
    for mode in FireMode::ALL {
        let tu = numbers.tu[mode as usize];
        let rounds = match mode {
            FireMode::Snap | FireMode::Aimed => 1,
            FireMode::Burst => numbers.burst_rounds,
            FireMode::Auto => numbers.auto_rounds,
            FireMode::Strike => 0,
        };
        weapon.modes[mode as usize] = (tu > 0).then_some(ModeCost { tu, rounds, recoil: 0 });
    }
}

fn set_mode(weapon: &mut Weapon, mode: FireMode, tu: i64) {
    let rounds = u8::from(mode != FireMode::Strike);
    let slot = &mut weapon.modes[mode as usize];
    *slot = match slot {
        _ if tu == 0 => None,
        Some(known) => Some(ModeCost { tu: num(tu), ..*known }),
        None => Some(ModeCost { tu: num(tu), rounds, recoil: 0 }),
    };
}

fn change_mode(weapon: &mut Weapon, mode: FireMode, change: impl FnOnce(&mut ModeCost)) {
    if let Some(cost) = &mut weapon.modes[mode as usize] {
        change(cost);
    }
}

/// A weapon before its keys are read.
pub fn blank_weapon(id: &str) -> Weapon {
    Weapon {
        id: id.to_owned(),
        class: WeaponClass::Melee,
        dice: Dice::default(),
        damage: DamageType::Kinetic,
        accuracy: 0,
        crit: 0,
        modes: [None; 5],
        bands: SmallVec::new(),
        min_range: 0,
        magazine: 0,
        spares: 0,
        stun: 0,
        blast: None,
        noise: 0,
        value: 0,
    }
}

/// The keys of `armour.<id>`.
pub static ARMOUR: [Key<Armour>; 6] = [
    Key::whole("armour", (0, 99), "added to natural armour", |armour, n| armour.armour = num(n)),
    Key::whole("strength", (-100, 100), "added to strength", |armour, n| armour.strength = num(n)),
    Key::flag("flies", "whether its wearer flies", |armour, flag| armour.flies = flag),
    Key::flag(
        "hazard_proof",
        "whether its wearer neither burns nor is poisoned",
        |armour, flag| {
            armour.hazard_proof = flag;
        },
    ),
    Key::whole("value", (0, 1_000_000), "what it is worth (B-253)", |armour, n| {
        armour.value = num(n);
    }),
    Key::any("like", NAME, LIKE, |_, _, _| {}),
];
static ARMOUR_FIELDS: [Field; 6] = fields(&ARMOUR);
/// The table `armour.<id>`.
pub static ARMOUR_SHAPE: TableShape = table("armour", "Armour that is worn (§20).", &ARMOUR_FIELDS);

/// Armour before its keys are read.
pub fn blank_armour(id: &str) -> Armour {
    Armour {
        id: id.to_owned(),
        armour: 0,
        strength: 0,
        flies: false,
        hazard_proof: false,
        value: 0,
    }
}

/// What items do, by name.
const EFFECTS: [&str; 8] =
    ["blast", "smoke", "fire", "flash", "flare", "medikit", "stim", "scanner"];

/// The keys of `item.<id>`.
pub static ITEM: [Key<Item>; 15] = [
    Key::any("effect", Shape::Word(&EFFECTS), "what it does (B-190)", |item, entry, _| {
        let dice = Dice { count: 1, sides: 1, plus: 0 };
        let thrown = |what| ItemKind::Thrown { what, radius: 0 };
        item.kind = match entry.text() {
            Some("smoke") => thrown(Grenade::Smoke(1)),
            Some("fire") => thrown(Grenade::Fire { dice, turns: 1 }),
            Some("flash") => thrown(Grenade::Flash { chance: 0, fall: 0, phases: 1 }),
            Some("flare") => thrown(Grenade::Flare(1)),
            Some("medikit") => ItemKind::Medikit { heals: 0 },
            Some("stim") => ItemKind::Stim { tu: 0 },
            Some("scanner") => ItemKind::Scanner { radius: 0 },
            _ => thrown(Grenade::Blast { dice, damage: DamageType::Kinetic, gas: 0 }),
        };
    }),
    Key::any("dice", DICE, "damage of a blast or a fire", |item, entry, context| {
        let Some(read) = context.dice(entry) else { return };
        match grenade(item) {
            Some(Grenade::Blast { dice, .. } | Grenade::Fire { dice, .. }) => *dice = read,
            _ => misplaced(entry, context),
        }
    }),
    Key::any(
        "type",
        Shape::Word(&DAMAGE_TYPES),
        "damage type of a blast",
        |item, entry, context| match grenade(item) {
            Some(Grenade::Blast { damage, .. }) => {
                *damage = DAMAGE[word(entry, &DAMAGE_TYPES).unwrap_or(0)];
            }
            _ => misplaced(entry, context),
        },
    ),
    Key::any("radius", Shape::whole(0, 20), "how far it works", |item, entry, context| {
        let read = entry.whole().map_or(0, num);
        match &mut item.kind {
            ItemKind::Thrown { radius, .. } | ItemKind::Scanner { radius } => *radius = read,
            _ => misplaced(entry, context),
        }
    }),
    Key::any(
        "smoke",
        Shape::whole(1, 3),
        "density of smoke",
        |item, entry, context| match grenade(item) {
            Some(Grenade::Smoke(density)) => *density = entry.whole().map_or(1, num),
            _ => misplaced(entry, context),
        },
    ),
    Key::any("turns", Shape::whole(1, 99), "turns of fire or light", |item, entry, context| {
        match grenade(item) {
            Some(Grenade::Fire { turns, .. } | Grenade::Flare(turns)) => {
                *turns = entry.whole().map_or(1, num);
            }
            _ => misplaced(entry, context),
        }
    }),
    Key::any(
        "gas",
        Shape::whole(0, 99),
        "turns of gas of a chemical blast",
        |item, entry, context| match grenade(item) {
            Some(Grenade::Blast { gas, .. }) => *gas = entry.whole().map_or(0, num),
            _ => misplaced(entry, context),
        },
    ),
    Key::any(
        "chance",
        Shape::whole(0, 100),
        "percent stunned at the centre",
        |item, entry, context| match grenade(item) {
            Some(Grenade::Flash { chance, .. }) => *chance = entry.whole().map_or(0, num),
            _ => misplaced(entry, context),
        },
    ),
    Key::any("fall", Shape::whole(0, 100), "less of that per hex", |item, entry, context| {
        match grenade(item) {
            Some(Grenade::Flash { fall, .. }) => *fall = entry.whole().map_or(0, num),
            _ => misplaced(entry, context),
        }
    }),
    Key::any("stun", Shape::whole(1, 9), "own phases a flash takes", |item, entry, context| {
        match grenade(item) {
            Some(Grenade::Flash { phases, .. }) => *phases = entry.whole().map_or(1, num),
            _ => misplaced(entry, context),
        }
    }),
    Key::any("heals", Shape::whole(0, 999), "hit points a use restores", |item, entry, context| {
        match &mut item.kind {
            ItemKind::Medikit { heals } => *heals = entry.whole().map_or(0, num),
            _ => misplaced(entry, context),
        }
    }),
    Key::any("tu", Shape::whole(0, 150), "time units a use gives", |item, entry, context| {
        match &mut item.kind {
            ItemKind::Stim { tu } => *tu = entry.whole().map_or(0, num),
            _ => misplaced(entry, context),
        }
    }),
    Key::whole("uses", (0, 99), "how often it can be used; 0 for passive ones", |item, n| {
        item.uses = num(n);
    }),
    Key::whole("value", (0, 1_000_000), "what it is worth (B-253)", |item, n| item.value = num(n)),
    Key::any("like", NAME, LIKE, |_, _, _| {}),
];
static ITEM_FIELDS: [Field; 15] = fields(&ITEM);
/// The table `item.<id>`.
pub static ITEM_SHAPE: TableShape = table("item", "An item (B-190).", &ITEM_FIELDS);

fn grenade(item: &mut Item) -> Option<&mut Grenade> {
    match &mut item.kind {
        ItemKind::Thrown { what, .. } => Some(what),
        _ => None,
    }
}

/// A key that an item of this effect has no use for.
fn misplaced(entry: &Entry, context: &mut ReadContext<'_>) {
    let message = format!("{} means nothing to an item of this effect", entry.place);
    context.out.error("B-190", &entry.key_place(), message);
}

/// An item before its keys are read.
pub fn blank_item(id: &str) -> Item {
    Item { id: id.to_owned(), kind: ItemKind::Scanner { radius: 0 }, uses: 1, value: 0 }
}

/// What abilities do, by name, in the order of [`AbilityKind`].
const KINDS: [&str; 8] = [
    "psi_panic",
    "mind_blast",
    "slow",
    "mind_control",
    "pyrokinesis",
    "clairvoyance",
    "adrenaline",
    "rally",
];
const KIND: [AbilityKind; 8] = [
    AbilityKind::PsiPanic,
    AbilityKind::MindBlast,
    AbilityKind::Slow,
    AbilityKind::MindControl,
    AbilityKind::Pyrokinesis,
    AbilityKind::Clairvoyance,
    AbilityKind::Adrenaline,
    AbilityKind::Rally,
];

const CHANCE: Shape = Shape::OneOf(&[Shape::whole(-100, 200), Shape::Word(&["sure"])]);

/// The keys of `ability.<id>`.
pub static ABILITY: [Key<Ability>; 10] = [
    Key::any("effect", Shape::Word(&KINDS), "what it does (B-200)", |ability, item, _| {
        ability.kind = KIND[word(item, &KINDS).unwrap_or(0)];
    }),
    Key::whole("tu", TU, "time units", |ability, n| ability.tu = num(n)),
    Key::whole("energy", (0, 999), "energy", |ability, n| ability.energy = num(n)),
    Key::whole("range", (0, 99), "how far it reaches", |ability, n| ability.range = num(n)),
    Key::any(
        "base",
        CHANCE,
        "chance in percent before power and defence, or `sure`",
        |a, item, _| {
            a.base = item.whole().map(num);
        },
    ),
    Key::any("dice", DICE, "damage", |ability, item, context| {
        ability.dice = context.dice(item).unwrap_or(ability.dice);
    }),
    Key::whole(
        "amount",
        (0, 250),
        "how many time units, how much morale or how many turns",
        |a, n| {
            a.amount = num(n);
        },
    ),
    Key::whole("radius", (0, 20), "how far around it works", |ability, n| ability.radius = num(n)),
    Key::whole("calm", (0, 100), "morale from which a rally ends panic", |ability, n| {
        ability.calm = num(n);
    }),
    Key::any("like", NAME, LIKE, |_, _, _| {}),
];
static ABILITY_FIELDS: [Field; 10] = fields(&ABILITY);
/// The table `ability.<id>`.
pub static ABILITY_SHAPE: TableShape = table("ability", "An ability (B-200).", &ABILITY_FIELDS);

/// An ability before its keys are read.
pub fn blank_ability(id: &str) -> Ability {
    Ability {
        id: id.to_owned(),
        kind: AbilityKind::PsiPanic,
        tu: 0,
        energy: 0,
        range: 0,
        base: None,
        dice: Dice::default(),
        amount: 0,
        radius: 0,
        calm: 0,
    }
}
