//! Keys of the classes of units (§20), which a unit of a scenario may have
//! too.

use fracas_core::document::{Diagnostics, Field, Item, Shape, TableShape};
use smallvec::SmallVec;

use super::ground::LIKE;
use super::key::{Key, ReadContext, fields, num, table, word};
use super::{AbilityId, Class, Data, ItemId, TargetType, VISION, Vision, WeaponId};

const NAME: Shape = Shape::text(40);
const NAMES: Shape = Shape::list(&Shape::text(40), 20);
const SIGHT: Shape = Shape::OneOf(&[Shape::whole(1, 60), Shape::Word(&VISION)]);

/// The target types by name, in the order of [`TargetType`].
pub const TARGET_TYPES: [&str; 5] = ["armored", "shielded", "bio", "mechanical", "energy"];
const TARGET_TYPE: [TargetType; 5] = [
    TargetType::Armored,
    TargetType::Shielded,
    TargetType::Bio,
    TargetType::Mechanical,
    TargetType::Energy,
];

/// The keys of `unit.<class>`, which a unit of a scenario may have too.
pub static UNIT: [Key<Class>; 21] = [
    Key::whole("hp", (1, 999), "hit points when unhurt", |class, n| class.hp = num(n)),
    Key::whole("accuracy", (0, 100), "accuracy", |class, n| class.accuracy = num(n)),
    Key::whole("strength", (0, 200), "strength (B-151, B-180)", |class, n| class.strength = num(n)),
    Key::whole("reactions", (0, 200), "reactions (B-52)", |class, n| class.reactions = num(n)),
    Key::whole("bravery", (0, 100), "bravery (B-230)", |class, n| class.bravery = num(n)),
    Key::whole("evasion", (0, 100), "taken from the accuracy of attackers", |class, n| {
        class.evasion = num(n);
    }),
    Key::whole("natural_armour", (0, 99), "armour without any worn", |class, n| {
        class.armour = num(n);
    }),
    Key::whole("energy", (0, 999), "energy when fresh (B-65)", |class, n| class.energy = num(n)),
    Key::whole("psi_power", (0, 200), "psi power (B-200); 0 for none", |class, n| {
        class.psi_power = num(n);
    }),
    Key::whole("psi_defence", (0, 200), "psi defence (B-200)", |class, n| {
        class.psi_defence = num(n);
    }),
    Key::any(
        "vision",
        SIGHT,
        "how far it sees: hexes, or a word of B-91",
        |class, item, context| {
            class.vision = match word(item, &VISION) {
                Some(place) => context.data.vision[place],
                None => Vision::Plain(item.whole().map_or(1, num)),
            };
        },
    ),
    Key::any(
        "target_type",
        Shape::Word(&TARGET_TYPES),
        "what it is to damage (B-160)",
        |c, item, _| {
            c.target_type = TARGET_TYPE[word(item, &TARGET_TYPES).unwrap_or(2)];
        },
    ),
    Key::whole("threat", (0, 100), "how dangerous it is (B-271)", |class, n| class.threat = num(n)),
    Key::flag("flies", "whether it flies (B-72)", |class, flag| class.flies = flag),
    Key::flag("mindless", "whether it has no mind (B-202)", |class, flag| class.mindless = flag),
    Key::flag("leader", "whether it leads (B-233)", |class, flag| class.leader = flag),
    Key::any("weapon", NAME, "the weapon in hand, or `none`", |class, item, context| {
        if let Some(found) = weapon(item, context) {
            class.weapon = found;
        }
    }),
    Key::any("secondary", NAME, "the other weapon, or `none`", |class, item, context| {
        if let Some(found) = weapon(item, context) {
            class.secondary = found;
        }
    }),
    Key::any("armour", NAME, "armour worn, or `none`", |class, item, context| {
        let data = context.data;
        let known = data.armours.iter().map(|armour| armour.id.as_str());
        match item.text() {
            Some("none") => class.worn = None,
            _ => class.worn = context.find("armour", item, known).or(class.worn),
        }
    }),
    Key::any("items", NAMES, "items carried, such as `frag_grenade*2` or `medikit:1`", read_items),
    Key::any("abilities", NAMES, "abilities (B-200)", |class, item, context| {
        let data = context.data;
        let known = data.abilities.iter().map(|ability| ability.id.as_str());
        class.abilities = item
            .list()
            .iter()
            .filter_map(|entry| context.find("ability", entry, known.clone()))
            .map(|place| AbilityId(place as u8))
            .collect();
    }),
];
/// The descriptions of a unit's keys.
pub static UNIT_FIELDS: [Field; 21] = fields(&UNIT);
static CLASS_KEYS: [Field; 22] =
    super::key::joined(UNIT_FIELDS, [Field::new("like", NAME, LIKE).code("B-292")]);
/// The table `unit.<class>`.
pub static UNIT_SHAPE: TableShape = table("class", "A class of units (§20).", &CLASS_KEYS);

/// `Some(None)` for no weapon, nothing for one that is not known.
fn weapon(item: &Item, context: &mut ReadContext<'_>) -> Option<Option<WeaponId>> {
    if item.text() == Some("none") {
        return Some(None);
    }
    let data = context.data;
    let place = context.find("weapon", item, data.weapons.iter().map(|weapon| weapon.id.as_str()));
    place.map(|place| Some(WeaponId(place as u8)))
}

/// So many items alike are written at a time.
pub const MOST_ALIKE: usize = 99;

/// B-190: at most so many of each.
const MOST_GRENADES: usize = 5;
const MOST_CONSUMABLES: usize = 3;

fn read_items(class: &mut Class, list: &Item, context: &mut ReadContext<'_>) {
    let data = context.data;
    let items: SmallVec<[(ItemId, u8); 8]> =
        list.list().iter().flat_map(|entry| read_item(entry, data, context.out)).collect();
    let count = |fits: fn(&super::Item) -> bool| {
        items.iter().filter(|(item, _)| fits(data.item(*item))).count()
    };
    let (grenades, consumables) =
        (count(super::Item::is_grenade), count(super::Item::is_consumable));
    for (kind, carried, most) in
        [("grenades", grenades, MOST_GRENADES), ("consumables", consumables, MOST_CONSUMABLES)]
    {
        if carried > most {
            let message =
                format!("{} carries {carried} {kind}; at most {most} are allowed", class.id);
            context.out.error("B-190", &list.place, message);
        }
    }
    class.items = items.iter().map(|(item, _)| *item).collect();
    class.uses = items.iter().map(|(_, uses)| *uses).collect();
}

/// The items that a text stands for, each with its uses: `id`, `id*count` or
/// `id:uses`.
pub fn read_item(entry: &Item, data: &Data, out: &mut Diagnostics) -> SmallVec<[(ItemId, u8); 8]> {
    let none = SmallVec::new();
    let Some(text) = entry.text() else { return none };
    let Some((id, count, uses)) = parts(text) else {
        out.error("B-190", &entry.place, format!("`{text}` is no item"))
            .help("write its id, id*3 for three of them, or id:1 for one with one use left");
        return none;
    };
    let known = data.items.iter().map(|item| item.id.as_str());
    let Some(place) = known.clone().position(|known| known == id) else {
        ReadContext { data, out }.unknown("item", id, entry, known);
        return none;
    };
    let full = data.items[place].uses;
    let uses = uses.unwrap_or(full);
    if uses > full || uses == 0 && full > 0 {
        let message = format!("{id} has {uses} uses left; allowed are 1 to {full}");
        out.error("B-190", &entry.place, message);
        return none;
    }
    SmallVec::from_elem((ItemId(place as u8), uses), count)
}

/// `id`, `id*count` or `id:uses`.
fn parts(text: &str) -> Option<(&str, usize, Option<u8>)> {
    if let Some((id, count)) = text.split_once('*') {
        let count = count.trim().parse().ok().filter(|count| *count <= MOST_ALIKE)?;
        return Some((id.trim(), count, None));
    }
    match text.split_once(':') {
        Some((id, uses)) => Some((id.trim(), 1, Some(uses.trim().parse().ok()?))),
        None => Some((text.trim(), 1, None)),
    }
}

/// A class before its keys are read.
pub fn blank_class(id: &str) -> Class {
    Class {
        id: id.to_owned(),
        hp: 1,
        accuracy: 0,
        strength: 0,
        reactions: 0,
        bravery: 0,
        evasion: 0,
        armour: 0,
        energy: 0,
        psi_power: 0,
        psi_defence: 0,
        vision: Vision::Plain(10),
        target_type: TargetType::Bio,
        threat: 50,
        flies: false,
        mindless: false,
        leader: false,
        weapon: None,
        secondary: None,
        worn: None,
        items: SmallVec::new(),
        uses: SmallVec::new(),
        abilities: SmallVec::new(),
    }
}
