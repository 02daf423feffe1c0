//! The keys of a scenario file (section 13 of the rulebook), with the number
//! of the bad input (section 11) that a wrong value is.

use fracas_core::document::{Field, Shape, TableShape};

use super::shape_effects::{
    CONDITION, EFFECT, HIT_EFFECT, HIT_RECEIVED, KILL_EFFECT, MISS_EFFECT, MISS_RECEIVED,
};
use crate::battle::{Class, LevelUp};
use crate::items::Size;

/// Section 11, 17.
pub const MILLION: i64 = 1_000_000;
/// Gold and experience (section 11, 17).
const TOTAL: i64 = 1_000_000_000_000;
pub const NAME: Shape = Shape::text(100);
pub const STAT: Shape = Shape::whole(-MILLION, MILLION);
const COUNT: Shape = Shape::whole(0, MILLION);
const PAIR: Shape = Shape::exactly(2, &STAT);
static INTERVAL_TABLE: TableShape = TableShape {
    name: "interval",
    doc: "Whole numbers from a lowest to a highest, as the game's data write them.",
    fields: &[
        Field::new("min", STAT, "the lowest").default("0").code("E-3"),
        Field::new("max", STAT, "the highest").required().code("E-3"),
    ],
    unknown_key: "E-7",
};
/// "N", "MIN-MAX", a number or a pair; from data also `{ min, max }`.
pub const INTERVAL: Shape =
    Shape::OneOf(&[Shape::text(40), STAT, PAIR, Shape::Table(&INTERVAL_TABLE)]);
const DAMAGE_ADVICE: &str = "damage must be N or MIN-MAX, MIN <= MAX";
const COST_ADVICE: &str = "cost must be a whole number from 1";

/// The whole file, beside the keys of every scenario.
pub static SCENARIO: TableShape = TableShape {
    name: "andor",
    doc: "A fight after Andor's Trail: one hero with action points against monsters.",
    fields: &[
        Field::new(
            "profile",
            Shape::Word(&["classic", "current"]),
            "the seed's rules, or those with what today's game adds (A-100)",
        )
        .default("classic")
        .code("E-7"),
        STARTS,
        Field::new("flee_fail", Shape::whole(0, 100), "moves in 100 that fail (A-33)")
            .default("20")
            .code("E-12"),
        Field::new(
            "data",
            Shape::list(&Shape::text(4096), 10_000),
            "the game's own JSON files, by their path from the scenario's folder (A-90)",
        )
        .code("E-14"),
        Field::new("player", Shape::Table(&PLAYER), "the hero").default("a new hero"),
        Field::new(
            "policy",
            Shape::Table(&POLICY),
            "what the hero does when nobody plays him (A-70)",
        )
        .default("attack until the end"),
        Field::new("item", Shape::map(&Shape::Table(&ITEM), 10_000), "items by id"),
        Field::new(
            "monster",
            Shape::list(&Shape::Table(&MONSTER), 64),
            "the opponents in order (A-27)",
        )
        .code("E-10")
        .advice("a fight has at most 64 monsters"),
        Field::new(
            "next",
            Shape::list(&Shape::Table(&NEXT), 99),
            "further fights, each after a win (A-65)",
        )
        .code("E-17"),
        Field::new(
            "condition",
            Shape::map(&Shape::Table(&CONDITION), 10_000),
            "conditions by id; needs profile = current (A-109)",
        ),
    ],
    unknown_key: "E-7",
};

const STARTS: Field =
    Field::new("starts", Shape::Word(&["player", "monsters"]), "whose turn is first (A-20)")
        .default("player")
        .code("E-7");

static NEXT: TableShape = TableShape {
    name: "next",
    doc: "A further fight of a chain.",
    fields: &[
        Field::new("starts", Shape::Word(&["player", "monsters"]), "whose turn is first")
            .default("as above")
            .code("E-7"),
        Field::new("rest", Shape::Flag, "hit points full before it").default("false"),
        Field::new("monster", Shape::list(&Shape::Table(&MONSTER), 64), "its opponents")
            .code("E-10")
            .advice("a fight has at most 64 monsters"),
    ],
    unknown_key: "E-7",
};

static PLAYER: TableShape = TableShape {
    name: "player",
    doc: "The hero.",
    fields: &[
        Field::new("name", NAME, "what he is called").default("Hero"),
        Field::new("level", Shape::whole(1, 1000), "his level").default("1").code("E-6"),
        Field::new("xp", Shape::whole(0, TOTAL), "all his experience")
            .default("the threshold of the level (A-60)")
            .code("E-6"),
        Field::new("hp", Shape::whole(1, MILLION * 20), "current hit points")
            .default("the equipped maximum")
            .code("E-2"),
        Field::new("base", Shape::Table(&BASE), "statistics without items").default("A-3"),
        EQUIP,
        Field::new("bag", Shape::map(&COUNT, 10_000), "what he carries, by id").code("E-17"),
        Field::new("gold", Shape::whole(0, TOTAL), "his purse").default("0").code("E-17"),
        Field::new(
            "level_up",
            Shape::list(&Shape::Word(LevelUp::KEYS), 100),
            "what level-ups are spent on, in turn (A-62)",
        )
        .default("they stay pending")
        .code("E-7"),
        Field::new(
            "skills",
            Shape::map(&Shape::whole(0, 1000), 100),
            "levels by skill; needs profile = current (A-115, A-116)",
        )
        .code("E-7"),
        Field::new(
            "conditions",
            Shape::list(&Shape::Table(&AFFLICTION), 100),
            "conditions at the start; needs profile = current",
        )
        .code("E-15"),
    ],
    unknown_key: "E-7",
};

static AFFLICTION: TableShape = TableShape {
    name: "affliction",
    doc: "A condition that the hero has.",
    fields: &[
        Field::new("id", NAME, "which").required().code("E-8"),
        Field::new("magnitude", Shape::whole(-99, 1000), "how strong").default("1").code("E-15"),
        Field::new("duration", Shape::whole(1, 999), "ticks; 999 is for ever, 998 until a rest")
            .default("999")
            .code("E-15"),
    ],
    unknown_key: "E-7",
};

static EQUIP_LIST: [Shape; 2] = [Shape::list(&NAME, 9), Shape::map(&NAME, 9)];
const EQUIP: Field = Field::new(
    "equip",
    Shape::OneOf(&EQUIP_LIST),
    "what is worn: a list of ids, or a table slot = id (A-86)",
)
.code("E-9");

static POLICY: TableShape = TableShape {
    name: "policy",
    doc: "What the hero does when nobody plays him.",
    fields: &[
        Field::new(
            "preset",
            Shape::Word(&["attack", "cautious", "coward"]),
            "other keys override it (A-72)",
        )
        .default("attack")
        .code("E-7"),
        Field::new(
            "drink_below",
            Shape::whole(0, 100),
            "percent of hit points below which he drinks",
        )
        .default("0")
        .code("E-12"),
        Field::new(
            "flee_below",
            Shape::whole(0, 100),
            "percent of hit points below which he flees",
        )
        .default("0")
        .code("E-12"),
        Field::new("drink", Shape::list(&NAME, 1000), "what he drinks, best first")
            .default("healing items in the order of the bag")
            .code("E-12"),
        Field::new(
            "target",
            Shape::Word(&["first", "weakest", "strongest"]),
            "whom he attacks when he needs a new target",
        )
        .default("first")
        .code("E-7"),
    ],
    unknown_key: "E-7",
};

const NEEDS_RANGE: &str = "allowed are 1 to 1000000";
const HP: Field = Field::new("hp", Shape::whole(1, MILLION), "maximum hit points")
    .code("E-2")
    .advice(NEEDS_RANGE);
const AP: Field = Field::new("ap", Shape::whole(1, 1000), "maximum action points")
    .default("10")
    .code("E-2")
    .advice("allowed are 1 to 1000");
const ATTACK_COST: Field =
    Field::new("attack_cost", Shape::whole(1, MILLION), "action points of an attack")
        .code("E-4")
        .advice(COST_ADVICE);
const MOVE_COST: Field =
    Field::new("move_cost", Shape::whole(1, MILLION), "action points of a step")
        .code("E-4")
        .advice(COST_ADVICE);
const USE_COST: Field =
    Field::new("use_cost", Shape::whole(0, MILLION), "action points of using an item")
        .default("5")
        .code("E-4")
        .advice("cost must be a whole number from 0");
const REEQUIP_COST: Field = Field::new(
    "reequip_cost",
    Shape::whole(0, MILLION),
    "action points of putting an item on or off",
)
.default("5")
.code("E-4")
.advice("cost must be a whole number from 0");
const ATTACK_CHANCE: Field =
    Field::new("attack_chance", STAT, "attack chance; may exceed 100").code("E-17");
const DAMAGE: Field =
    Field::new("damage", INTERVAL, "damage potential").code("E-3").advice(DAMAGE_ADVICE);
const CRITICAL_CHANCE: Field =
    Field::new("critical_chance", Shape::whole(0, 100), "percent; profile classic")
        .default("0")
        .code("E-5");
const CRITICAL_SKILL: Field =
    Field::new("critical_skill", STAT, "profile current (A-101)").default("0").code("E-5");
const MULTIPLIER: Field = Field::new(
    "critical_multiplier",
    Shape::decimal(0, 1000, 4),
    "what a critical hit multiplies damage by",
)
.code("E-5");
const BLOCK: Field = Field::new("block", STAT, "block chance").code("E-17");
const RESISTANCE: Field =
    Field::new("resistance", STAT, "damage resistance").default("0").code("E-17");

static BASE: TableShape = TableShape {
    name: "base",
    doc: "Statistics without items.",
    fields: &[
        HP,
        AP,
        ATTACK_COST,
        MOVE_COST,
        USE_COST,
        REEQUIP_COST,
        ATTACK_CHANCE,
        DAMAGE,
        CRITICAL_CHANCE,
        CRITICAL_SKILL,
        MULTIPLIER,
        BLOCK,
        RESISTANCE,
    ],
    unknown_key: "E-7",
};

static ITEM: TableShape = TableShape {
    name: "item",
    doc: "Something to wear, drink or pick up.",
    fields: &[
        Field::new("name", NAME, "what it is called").default("its id"),
        Field::new(
            "slot",
            Shape::Word(&[
                "weapon",
                "shield",
                "head",
                "body",
                "hand",
                "feet",
                "neck",
                "leftring",
                "rightring",
                "ring",
            ]),
            "where it is worn (A-15)",
        )
        .code("E-7"),
        Field::new("two_handed", Shape::Flag, "excludes a shield-slot item").default("false"),
        Field::new("heal", INTERVAL, "hit points it gives when used (A-28)")
            .code("E-3")
            .advice("heal must be N or MIN-MAX, MIN <= MAX"),
        Field::new("hp", STAT, "adds to maximum hit points").default("0").code("E-17"),
        Field::new("ap", STAT, "adds to maximum action points").default("0").code("E-17"),
        Field::new("attack_cost", STAT, "of a weapon: its attack cost; else an addition")
            .code("E-4"),
        Field::new("move_cost", STAT, "adds to it").default("0").code("E-17"),
        Field::new("use_cost", STAT, "adds to it").default("0").code("E-17"),
        Field::new("reequip_cost", STAT, "adds to it").default("0").code("E-17"),
        Field::new("attack_chance", STAT, "adds to it").default("0").code("E-17"),
        Field::new("damage", INTERVAL, "adds to both ends")
            .default("0")
            .code("E-3")
            .advice(DAMAGE_ADVICE),
        CRITICAL_CHANCE,
        CRITICAL_SKILL,
        MULTIPLIER,
        Field::new("block", STAT, "adds to it").default("0").code("E-17"),
        RESISTANCE,
        Field::new("class", NAME, "the id of its category; needs profile = current (A-116)"),
        Field::new("size", Shape::Word(Size::KEYS), "how heavy it is; needs profile = current")
            .default("none")
            .code("E-7"),
        Field::new(
            "damage_modifier",
            Shape::whole(0, 10_000),
            "percent of all other damage that counts; needs profile = current (A-105)",
        )
        .default("100")
        .code("E-17"),
        HIT_EFFECT,
        HIT_RECEIVED,
        MISS_EFFECT,
        MISS_RECEIVED,
        KILL_EFFECT,
        Field::new(
            "added_conditions",
            Shape::list(&Shape::Table(&ADDED), 100),
            "conditions while worn (A-113)",
        ),
    ],
    unknown_key: "E-7",
};

static ADDED: TableShape = TableShape {
    name: "added condition",
    doc: "A condition that lasts while an item is worn.",
    fields: &[
        Field::new("condition", NAME, "which").required().code("E-8"),
        Field::new("magnitude", Shape::whole(-99, 1000), "how strong; -99 is immunity")
            .default("1")
            .code("E-15"),
    ],
    unknown_key: "E-7",
};

static MONSTER: TableShape = TableShape {
    name: "monster",
    doc: "One kind of opponent.",
    fields: &[
        Field::new("use", NAME, "a monster of the data, by id").code("E-8"),
        Field::new("name", NAME, "what each is called").default("monster and its number"),
        Field::new("count", Shape::whole(1, 1_000_000), "how many")
            .default("1")
            .code("E-1")
            .advice("the battle has no opponents"),
        HP,
        AP,
        ATTACK_COST,
        MOVE_COST,
        ATTACK_CHANCE,
        DAMAGE,
        CRITICAL_CHANCE,
        CRITICAL_SKILL,
        MULTIPLIER,
        BLOCK,
        RESISTANCE,
        Field::new("hp_now", Shape::whole(1, MILLION * 20), "current hit points")
            .default("full")
            .code("E-2"),
        EQUIP,
        Field::new("xp", Shape::whole(0, TOTAL), "experience for one").default("0").code("E-17"),
        Field::new("loot", Shape::list(&Shape::Table(&LOOT), 250), "what one leaves (A-52)")
            .code("E-13"),
        Field::new(
            "at",
            Shape::exactly(2, &Shape::whole(-1000, 1000)),
            "where it stands, east and north of the hero (A-31)",
        )
        .default("the first free tile")
        .code("E-17"),
        Field::new(
            "aggression",
            Shape::Word(&["approach", "none", "helpOthers", "protectSpawn", "wholeMap", "flee"]),
            "whether it comes over (A-36, A-92)",
        )
        .default("approach")
        .code("E-7"),
        Field::new("class", Shape::Word(Class::KEYS), "needs profile = current (A-102)")
            .default("humanoid")
            .code("E-7"),
        HIT_EFFECT,
        HIT_RECEIVED,
        MISS_EFFECT,
        MISS_RECEIVED,
        Field::new(
            "death_effect",
            Shape::Table(&EFFECT),
            "applied to the player when it dies (A-107)",
        ),
    ],
    unknown_key: "E-7",
};

static LOOT: TableShape = TableShape {
    name: "loot",
    doc: "One entry of what a monster leaves.",
    fields: &[
        Field::new("item", NAME, "which, or gold").required().code("E-13"),
        Field::new(
            "chance",
            Shape::OneOf(&[Shape::text(40), Shape::decimal(0, MILLION, 9)]),
            "percent, or \"a/b\"",
        )
        .default("100%")
        .code("E-13"),
        Field::new("qty", INTERVAL, "how many")
            .default("1")
            .code("E-13")
            .advice("qty must be N or MIN-MAX, MIN <= MAX, from 0"),
    ],
    unknown_key: "E-7",
};
