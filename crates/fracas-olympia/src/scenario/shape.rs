//! The keys of a scenario file (section 15 of the rulebook), with the number
//! of the bad input (section 12) that a wrong value is.

use fracas_core::document::{Field, Shape, TableShape};

use crate::battle::TERRAINS;
use crate::kinds::StructureKind;
use crate::rules::limits;

/// O-94: names.
const NAME: Shape = Shape::text(limits::NAME);
/// A missing noble or stack is E-3, one that is too long or too large E-2: how
/// much is allowed of them is looked at where units are read.
const ANY_NAME: Shape = Shape::text(usize::MAX);
/// E-6: ratings and bonuses.
const RATING: Shape = Shape::whole(0, 10_000);
/// E-2: counts of men.
const COUNT: Shape = Shape::whole(0, limits::MEN_OF_KIND as i64);
/// O-94: counts of goods.
const GOODS: Shape = Shape::whole(0, limits::QUANTITY as i64);
/// O-94: places in the location list.
const POSITION: Shape = Shape::whole(1, 100_000);
/// E-20.
const UPKEEP: Shape = Shape::whole(0, 10_000);

const NO_NOBLE: &str = "each unit needs a noble";

/// The whole file, beside the keys of every scenario.
pub static SCENARIO: TableShape = TableShape {
    name: "olympia",
    doc: "A battle of Olympia: one stack attacks another.",
    fields: &[
        Field::new("edition", Shape::Word(&["first", "later"]), "the book of rules: the first edition, or the later one with turns, other weather and hidden nobles (O-83)")
            .default("first")
            .code("E-17"),
        Field::new("place", Shape::Table(&PLACE), "where the battle takes place").code("E-9"),
        Field::new("attacker", Shape::Table(&ATTACKER), "the side that attacks").required().code("E-3").advice(NO_NOBLE),
        Field::new("defender", Shape::Table(&DEFENDER), "the side that is attacked").required().code("E-3").advice(NO_NOBLE),
        Field::new("kinds", Shape::map(&Shape::Table(&KIND), 100), "further kinds of fighters by key: lower-case letters, digits and _ (O-88)").code("E-2"),
        Field::new("upkeep", Shape::map(&UPKEEP, 200), "gold a month for a kind, instead of the usual (O-91)").code("E-20"),
        Field::new("aftermath", Shape::Table(&AFTERMATH), "what comes after the battle (O-78)"),
    ],
    unknown_key: "E-14",
};

static PLACE: TableShape = TableShape {
    name: "place",
    doc: "Where the battle takes place, and in what weather.",
    fields: &[
        Field::new("name", NAME, "what it is called").code("E-2"),
        Field::new(
            "terrain",
            Shape::Word(TERRAINS),
            "swamp hampers knights; nobody stands on the ocean without a ship",
        )
        .default("plain")
        .code("E-9"),
        Field::new(
            "weather",
            Shape::list(&Shape::Word(&["wind", "rain", "fog"]), 3),
            "any of wind, rain, and in the later edition fog (O-15 to O-17, O-85)",
        )
        .default("none")
        .code("E-9"),
        Field::new(
            "aboard",
            Shape::Table(&STRUCTURE),
            "the one ship that both sides are on (O-58)",
        ),
        Field::new(
            "inside",
            Shape::Table(&STRUCTURE),
            "the one building that both sides are in (O-58)",
        ),
    ],
    unknown_key: "E-14",
};

static STRUCTURE: TableShape = TableShape {
    name: "structure",
    doc: "A building or ship.",
    fields: &[
        Field::new(
            "kind",
            Shape::Word(StructureKind::KEYS),
            "what it is; it covers 500 men (castle), 100 (tower) or 50 (O-51)",
        )
        .required()
        .code("E-7"),
        Field::new("name", NAME, "what it is called").code("E-2"),
        Field::new("code", NAME, "shown in brackets").code("E-2"),
        Field::new(
            "defense",
            Shape::whole(0, 1_000),
            "added to the defense of the men it covers, and its own against attacks (O-52)",
        )
        .default("castle 50, tower 40, galley 20, roundship, temple, inn and mine 10, other 0")
        .code("E-7"),
        Field::new("damage", Shape::whole(0, 99), "percent")
            .default("0")
            .code("E-7")
            .advice("at 100 it has collapsed and houses nobody"),
    ],
    unknown_key: "E-14",
};

static ATTACKER: TableShape = TableShape {
    name: "attacker",
    doc: "The side that attacks.",
    fields: &[
        Field::new("by", NAME, "who ordered the attack; only the leader may (O-3)").default("the leader").code("E-8"),
        Field::new("target", NAME, "a noble of the defending stack or its structure, by name or code; the whole stack defends (O-2, O-5)").code("E-15"),
        Field::new("hold", Shape::Flag, "stay where you are after a victory (O-77)").default("false"),
        POSITION_FIELD,
        BREAK_POINT,
        WHERE,
        STRUCTURE_FIELD,
        STACK,
        Field::new("ally", Shape::list(&Shape::Table(&ALLY), 1_000), "refused: allies join the defender only (O-80)").code("E-16"),
    ],
    unknown_key: "E-14",
};

static DEFENDER: TableShape = TableShape {
    name: "defender",
    doc: "The side that is attacked.",
    fields: &[
        POSITION_FIELD,
        BREAK_POINT,
        WHERE,
        STRUCTURE_FIELD,
        STACK,
        Field::new(
            "ally",
            Shape::list(&Shape::Table(&ALLY), 1_000),
            "further stacks that join the defender (O-80)",
        )
        .code("E-2"),
    ],
    unknown_key: "E-14",
};

static ALLY: TableShape = TableShape {
    name: "ally",
    doc: "A stack that joins the defender and stands outside his structure.",
    fields: &[POSITION_FIELD, WHERE, STACK],
    unknown_key: "E-14",
};

const POSITION_FIELD: Field = Field::new("position", POSITION, "place in the location list (O-77)")
    .default("its end")
    .code("E-2");
const BREAK_POINT: Field = Field::new(
    "break_point",
    Shape::whole(0, 99),
    "percent of the starting value at which the side breaks; 0 is to the last man (O-87)",
)
.default("50")
.code("E-17");
const WHERE: Field =
    Field::new("where", NAME, "where the side is, in words; no effect").code("E-2");
const STRUCTURE_FIELD: Field =
    Field::new("structure", Shape::Table(&STRUCTURE), "what houses the side: any structure for a defender; for an attacker only a ship, against a ship (O-57)").code("E-7");
static UNITS: Shape = Shape::Table(&UNIT);
const STACK: Field = Field::new(
    "stack",
    Shape::list(&UNITS, usize::MAX),
    "the units in stack order; the first is the leader's (O-37)",
)
.required()
.code("E-3")
.advice(NO_NOBLE);

static UNIT: TableShape = TableShape {
    name: "unit",
    doc: "A noble with the men, engines and goods he leads.",
    fields: &[
        NOBLE,
        CODE,
        NOBLE_KIND,
        Field::new("under", NAME, "the noble above him in the stack, written before him")
            .default("the leader")
            .code("E-13"),
        Field::new(
            "behind",
            Shape::whole(0, 9),
            "the row of the whole unit; 0 is the foremost (O-21)",
        )
        .default("0")
        .code("E-4"),
        ATTACK,
        DEFENSE,
        MISSILE,
        HEALTH,
        ILL,
        SURVIVE_FATAL,
        Field::new(
            "men",
            Shape::map(&COUNT, 200),
            "fighters and engines by kind; their order is stack order (O-37)",
        )
        .code("E-2")
        .advice("a count is a whole number from 0 to 1000000; 0 means none"),
        Field::new(
            "items",
            Shape::list(&Shape::Table(&ITEM), limits::ITEMS),
            "what he carries; of each bonus the largest counts (O-65)",
        )
        .code("E-2"),
        Field::new(
            "goods",
            Shape::map(&GOODS, limits::GOODS),
            "baggage by name, such as gold; it can be looted (O-7)",
        )
        .code("E-2"),
        Field::new(
            "prisoners",
            Shape::list(&Shape::Table(&PRISONER), limits::PRISONERS),
            "nobles he holds; they are out of the fight (O-74)",
        )
        .code("E-2"),
    ],
    unknown_key: "E-14",
};

static PRISONER: TableShape = TableShape {
    name: "prisoner",
    doc: "A noble who is held and out of the fight.",
    fields: &[NOBLE, CODE, NOBLE_KIND, ATTACK, DEFENSE, MISSILE, HEALTH, ILL, SURVIVE_FATAL],
    unknown_key: "E-14",
};

const NOBLE: Field = Field::new("noble", ANY_NAME, "his name, unique in the battle")
    .required()
    .code("E-3")
    .advice(NO_NOBLE);
const CODE: Field = Field::new("code", NAME, "shown in brackets").code("E-2");
const NOBLE_KIND: Field =
    Field::new("kind", NAME, "a kind whose plain ratings he has instead of a noble's (O-89)")
        .code("E-18");
const ATTACK: Field = Field::new("attack", RATING, "innate attack").default("80").code("E-6");
const DEFENSE: Field = Field::new("defense", RATING, "innate defense").default("80").code("E-6");
const MISSILE: Field = Field::new("missile", RATING, "innate missile").default("0").code("E-6");
const HEALTH: Field =
    Field::new("health", Shape::whole(1, 100), "a wound of 1 to 100 comes off it (O-42)")
        .default("100")
        .code("E-5")
        .advice("a noble of health 0 is dead and cannot fight");
const ILL: Field =
    Field::new("ill", Shape::Flag, "whether he is ill (O-70)").default("false").code("E-5");
const SURVIVE_FATAL: Field =
    Field::new("survive_fatal", Shape::Flag, "survives one fatal wound with full health (O-90)")
        .default("false")
        .code("E-5");

static ITEM: TableShape = TableShape {
    name: "item",
    doc: "Something a noble carries.",
    fields: &[
        Field::new("name", NAME, "what it is called").required().code("E-2"),
        CODE,
        Field::new("attack", RATING, "bonus to attack").default("0").code("E-6"),
        Field::new("defense", RATING, "bonus to defense").default("0").code("E-6"),
        Field::new("missile", RATING, "bonus to missile").default("0").code("E-6"),
    ],
    unknown_key: "E-14",
};

static KIND: TableShape = TableShape {
    name: "kind",
    doc: "A kind of fighter of the scenario's own (O-88).",
    fields: &[
        Field::new("attack", RATING, "attack").required().code("E-6"),
        Field::new("defense", RATING, "defense").required().code("E-6"),
        Field::new("missile", RATING, "missile").default("0").code("E-6"),
        Field::new("aboard", Shape::Table(&MELEE), "on a ship").default("as on land"),
        Field::new("swamp", Shape::Table(&MELEE), "in a swamp").default("as on land"),
        Field::new("blessed", Shape::Flag, "survives half the hits (O-41)").default("false"),
        Field::new(
            "shoots_like",
            Shape::Word(&["crossbowman", "archer"]),
            "whom it follows in rain and wind (O-16, O-85)",
        )
        .default("crossbowman")
        .code("E-9"),
        Field::new("upkeep", UPKEEP, "gold a month (O-91)").default("0").code("E-20"),
        Field::new("plural", NAME, "several of them, in words")
            .default("the key and an s")
            .code("E-2"),
    ],
    unknown_key: "E-14",
};

static MELEE: TableShape = TableShape {
    name: "ratings",
    doc: "Ratings under other circumstances.",
    fields: &[
        Field::new("attack", RATING, "attack").required().code("E-6"),
        Field::new("defense", RATING, "defense").required().code("E-6"),
    ],
    unknown_key: "E-14",
};

static AFTERMATH: TableShape = TableShape {
    name: "aftermath",
    doc: "What comes after the battle.",
    fields: &[
        Field::new(
            "weeks",
            Shape::whole(0, 520),
            "weeks of illness and healing before the aftermath is written",
        )
        .default("0")
        .code("E-20"),
        Field::new("inn", Shape::Flag, "whether they are spent in an inn")
            .default("false")
            .code("E-20"),
    ],
    unknown_key: "E-14",
};
