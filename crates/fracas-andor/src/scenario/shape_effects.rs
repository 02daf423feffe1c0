//! The keys of effects and conditions.

use fracas_core::document::{Field, Shape, TableShape};

use super::shape::{INTERVAL, MILLION, NAME, STAT};
use crate::conditions::Category;

/// When the owner hits.
pub const HIT_EFFECT: Field =
    Field::new("hit_effect", Shape::Table(&EFFECT), "when the owner hits (A-107)");
/// When the owner is hit.
pub const HIT_RECEIVED: Field =
    Field::new("hit_received_effect", Shape::Table(&EFFECT), "when the owner is hit");
/// When the owner misses.
pub const MISS_EFFECT: Field =
    Field::new("miss_effect", Shape::Table(&EFFECT), "when the owner misses");
/// When the owner is missed.
pub const MISS_RECEIVED: Field =
    Field::new("miss_received_effect", Shape::Table(&EFFECT), "when the owner is missed");
/// When the owner kills.
pub const KILL_EFFECT: Field =
    Field::new("kill_effect", Shape::Table(&EFFECT), "when the owner kills");

/// What happens besides a blow.
pub static EFFECT: TableShape = TableShape {
    name: "effect",
    doc: "What happens besides a blow; names as in the game's data.",
    fields: &[
        Field::new(
            "conditionsSource",
            Shape::list(&Shape::Table(&APPLICATION), 100),
            "on whoever has the effect",
        ),
        Field::new(
            "conditionsTarget",
            Shape::list(&Shape::Table(&APPLICATION), 100),
            "on the opponent",
        ),
        Field::new("increaseCurrentHP", INTERVAL, "hit points for the owner").code("E-3"),
        Field::new("increaseCurrentAP", INTERVAL, "action points for the owner").code("E-3"),
        Field::new("increaseAttackerCurrentHP", INTERVAL, "hit points for the attacker")
            .code("E-3"),
        Field::new("increaseAttackerCurrentAP", INTERVAL, "action points for the attacker")
            .code("E-3"),
    ],
    unknown_key: "E-7",
};

static APPLICATION: TableShape = TableShape {
    name: "application",
    doc: "A condition that may be put on somebody (A-109).",
    fields: &[
        Field::new("condition", NAME, "which").required().code("E-8"),
        Field::new("magnitude", Shape::whole(-99, 1000), "how strong; -99 removes it")
            .default("-99")
            .code("E-15"),
        Field::new("duration", Shape::whole(0, 999), "ticks").default("0").code("E-15"),
        Field::new(
            "chance",
            Shape::OneOf(&[Shape::text(40), Shape::decimal(0, MILLION, 9)]),
            "percent, or \"a/b\"",
        )
        .default("100")
        .code("E-13"),
    ],
    unknown_key: "E-7",
};

/// `[condition.*]`.
pub static CONDITION: TableShape = TableShape {
    name: "condition",
    doc: "A kind of condition (A-109).",
    fields: &[
        Field::new("name", NAME, "what it is called").default("its id"),
        Field::new("category", Shape::Word(Category::KEYS), "which skill resists it")
            .default("spiritual")
            .code("E-7"),
        Field::new(
            "isPositive",
            Shape::OneOf(&[Shape::Flag, Shape::whole(0, 1)]),
            "whether it does good",
        )
        .default("false"),
        Field::new(
            "isStacking",
            Shape::OneOf(&[Shape::Flag, Shape::whole(0, 1)]),
            "whether several of it add up",
        )
        .default("false"),
        Field::new("roundEffect", Shape::Table(&ROUND), "each tick"),
        Field::new("fullRoundEffect", Shape::Table(&ROUND), "out of combat; no effect here"),
        Field::new("abilityEffect", Shape::Table(&ABILITY), "while it lasts"),
    ],
    unknown_key: "E-7",
};

static ROUND: TableShape = TableShape {
    name: "round effect",
    doc: "What a condition does each tick, for each point of magnitude.",
    fields: &[
        Field::new("increaseCurrentHP", INTERVAL, "hit points").code("E-3"),
        Field::new("increaseCurrentAP", INTERVAL, "action points").code("E-3"),
        Field::new("visualEffectID", NAME, "a picture of the game; no effect"),
    ],
    unknown_key: "E-7",
};

/// The additions of conditions and items, by the names of the data files
///
pub const INCREASES: [&str; 10] = [
    "increaseMaxHP",
    "increaseMaxAP",
    "increaseMoveCost",
    "increaseUseItemCost",
    "increaseReequipCost",
    "increaseAttackCost",
    "increaseAttackChance",
    "increaseBlockChance",
    "increaseDamageResistance",
    "increaseCriticalSkill",
];

static ABILITY: TableShape = TableShape {
    name: "ability effect",
    doc: "What a condition changes while it lasts, for each point of magnitude.",
    fields: &[
        Field::new(INCREASES[0], STAT, "maximum hit points").code("E-17"),
        Field::new(INCREASES[1], STAT, "maximum action points").code("E-17"),
        Field::new(INCREASES[2], STAT, "move cost").code("E-17"),
        Field::new(INCREASES[3], STAT, "use-item cost").code("E-17"),
        Field::new(INCREASES[4], STAT, "re-equip cost").code("E-17"),
        Field::new(INCREASES[5], STAT, "attack cost").code("E-17"),
        Field::new(INCREASES[6], STAT, "attack chance").code("E-17"),
        Field::new(INCREASES[7], STAT, "block chance").code("E-17"),
        Field::new(INCREASES[8], STAT, "damage resistance").code("E-17"),
        Field::new(INCREASES[9], STAT, "critical skill").code("E-17"),
        Field::new("increaseAttackDamage", INTERVAL, "damage").code("E-3"),
    ],
    unknown_key: "E-7",
};
