//! The keys of a scenario file (§25, B-290).

use fracas_core::document::{Field, MAX_SEED, Shape, TableShape};

use crate::battle::{MAX_UNITS, MOST_OBJECTIVES};
use crate::data::key::joined;
use crate::data::people::UNIT_FIELDS;
use crate::data::{DATA, Strength};
use crate::hex::DIRECTIONS;

/// The most signs of a name, so that what a battle leaves can be written down.
pub const LONGEST_NAME: usize = 60;
/// The most experience a unit brings along (B-254).
pub const MOST_XP: u32 = 1_000_000_000;
const NAME: Shape = Shape::text(LONGEST_NAME);
const HEX: Shape = Shape::exactly(2, &Shape::whole(0, 95));
/// A map of 96 by 96 with blanks between the hexes fits twice.
const MAP_TEXT: Shape = Shape::lines(50_000);
const FILE: Shape = Shape::text(4096);

/// The kinds of objectives (B-250).
pub const KINDS: [&str; 10] = [
    "eliminate",
    "assassinate",
    "reach",
    "hold",
    "survive",
    "interact",
    "rescue",
    "protect",
    "escape",
    "capture",
];
/// The words for light (B-92).
pub const LIGHTS: [&str; 4] = ["day", "dusk", "night", "dark"];
/// The words for weather (B-92).
pub const WEATHERS: [&str; 2] = ["clear", "heavy_fog"];
/// The sides (B-43).
pub const SIDES: [&str; 3] = ["player", "enemy", "neutral"];
/// How the AI plays a unit (B-272).
const MODES: [&str; 6] = ["aggressive", "defensive", "cautious", "retreat", "search", "hold"];

const fn key(key: &'static str, shape: Shape, doc: &'static str) -> Field {
    Field::new(key, shape, doc).code("B-290")
}

/// The whole file, beside the keys of every scenario.
pub static SCENARIO: TableShape = TableShape {
    name: "battlescape",
    doc: "Hex tactics: two squads and civilians on a map, time units, sight, cover and fog of war.",
    fields: &[
        key("light", Shape::Word(&LIGHTS), "how light it is (B-92)").default("day"),
        key("weather", Shape::Word(&WEATHERS), "how clear it is (B-92)").default("clear"),
        key("time_limit", Shape::whole(1, 1000), "the last turn (B-251)").default("none"),
        key("enemy_targets_civilians", Shape::Flag, "whether the enemy attacks civilians (B-43)")
            .default("false"),
        key("strength", Shape::Word(&Strength::NAMES), "how well the AI plays (B-281)")
            .default("veteran"),
        key("aftermath", Shape::Flag, "whether this is what a battle left (B-259)")
            .default("false"),
        key(
            "data",
            Shape::list(&FILE, 20),
            "files with further weapons, units, terrain and figures (B-292)",
        ),
        key("map", Shape::Table(&MAP), "where it happens").required(),
        key("squad", Shape::list(&Shape::Table(&SQUAD), 64), "who fights"),
        key("zone", Shape::list(&Shape::Table(&ZONE), 64), "what zones of the map are"),
        key("object", Shape::list(&Shape::Table(&OBJECT), 64), "things to interact with (B-25)"),
        key("item", Shape::list(&Shape::Table(&GROUND_ITEM), 10_000), "items on the ground"),
        key(
            "objective",
            Shape::list(&Shape::Table(&OBJECTIVE), MOST_OBJECTIVES),
            "what is to be done (B-250)",
        ),
        key("rules", Shape::Paths(&DATA), "house rules: any key of the data (B-292)"),
    ],
    unknown_key: "B-290",
};

static MAP: TableShape = TableShape {
    name: "map",
    doc: "A map, one sign per hex (B-22); blanks are ignored, so that odd rows may be indented.",
    fields: &[
        key("rows", MAP_TEXT, "the terrain, by the glyphs of B-20, and letters of zones"),
        key("base", NAME, "the terrain under letters of zones").default("ground"),
        key("elevation", MAP_TEXT, "levels, 0 to 9").default("all 0"),
        key("smoke", MAP_TEXT, "smoke, 0 to 3").default("none"),
        key("fire", MAP_TEXT, "`f` where it burns, `.` elsewhere").default("none"),
        key("zone_rows", MAP_TEXT, "letters of zones, `.` elsewhere").default("none"),
        key("zones", Shape::map(&NAME, 64), "what the letters of zones stand for"),
        key("generate", Shape::Table(&GENERATE), "makes a map instead (B-30)"),
    ],
    unknown_key: "B-290",
};

const SIZE: Shape = Shape::OneOf(&[
    Shape::Word(&["small", "medium", "large"]),
    Shape::exactly(2, &Shape::whole(1, 96)),
]);

static GENERATE: TableShape = TableShape {
    name: "generate",
    doc: "A made-up map (B-30..B-34). Its zones `player` and `enemy` are the strips on the west \
          and east side, where squads without `spawn` begin.",
    fields: &[
        key("biome", NAME, "which kind of country (B-31)").required(),
        key("size", SIZE, "a word, or columns and rows: 20 x 14, 28 x 20, 40 x 28")
            .default("small"),
        key("seed", Shape::whole(0, MAX_SEED), "the same seed makes the same map").default("0"),
        key("strip", Shape::whole(1, 8), "how many columns a strip has").default("3"),
        key("zones", Shape::list(&NAME, 16), "further zones to make, for objectives"),
        key(
            "mirror",
            Shape::Flag,
            "makes the east the west turned by 180 degrees, so that both sides stand alike",
        )
        .default("false"),
    ],
    unknown_key: "B-290",
};

static SQUAD: TableShape = TableShape {
    name: "squad",
    doc: "Units of one side.",
    fields: &[
        key("side", Shape::Word(&SIDES), "whom they fight for (B-43)").required(),
        key("spawn", NAME, "the zone in which units without `at` begin (B-41)"),
        key(
            "placement",
            Shape::Word(&["order", "spread", "random"]),
            "how they take its hexes: row by row, each by dice in his part of them, or all by dice (B-41)",
        )
        .default("spread in the zones `player` and `enemy`, else order"),
        key("mode", Shape::Word(&MODES), "how the AI plays them (B-272)")
            .default("aggressive; neutral: retreat"),
        key("strength", Shape::Word(&Strength::NAMES), "how well the AI plays them (B-281)")
            .default("the scenario's"),
        key("patrol", Shape::list(&HEX, 32), "waypoints (B-273)"),
        key(
            "from",
            FILE,
            "another scenario, mostly an aftermath, whose units of this side come first (B-254)",
        ),
        key("units", Shape::list(&Shape::Table(&UNIT), MAX_UNITS), "who they are"),
    ],
    unknown_key: "B-290",
};

const ROUNDS: Shape = Shape::OneOf(&[
    Shape::whole(0, 250),
    Shape::List { of: &Shape::whole(0, 250), min: 1, max: 10 },
]);

const START: [Field; 15] = [
    key("class", NAME, "what it is (§20); the other keys change that").required(),
    key("name", NAME, "what it is called (B-291)"),
    key("count", Shape::whole(0, MAX_UNITS as i64), "how many such").default("1"),
    key("at", HEX, "where it begins: column and row"),
    key("facing", Shape::Word(&DIRECTIONS), "where it faces").default("the middle of the map"),
    key("stance", Shape::Word(&["standing", "prone"]), "how it stands").default("standing"),
    key("cover", Shape::Word(&["half", "full"]), "cover toward its facing").default("none"),
    key("hp_now", Shape::whole(1, 999), "hit points left").default("all"),
    key("tu", Shape::whole(0, 150), "time units of its first phase (B-56)").default("100"),
    key("morale", Shape::whole(0, 100), "morale").default("100"),
    key("ammo", ROUNDS, "rounds loaded, or a list: loaded, then those of each spare magazine")
        .default("full"),
    key("secondary_ammo", ROUNDS, "the same for the other weapon").default("full"),
    key("xp", Shape::whole(0, MOST_XP as i64), "experience from before (B-254)").default("0"),
    key("mode", Shape::Word(&MODES), "how the AI plays it").default("its squad's"),
    key("patrol", Shape::list(&HEX, 32), "waypoints").default("its squad's"),
];

static UNIT_KEYS: [Field; 36] = joined(START, UNIT_FIELDS);

static UNIT: TableShape = TableShape {
    name: "unit",
    doc: "A unit, or several alike: its class, and what differs from it.",
    fields: &UNIT_KEYS,
    unknown_key: "B-290",
};

static ZONE: TableShape = TableShape {
    name: "zone",
    doc: "What a zone of the map is; one that is only named on the map is neither.",
    fields: &[
        key("name", NAME, "its name on the map").required(),
        key("exit", Shape::Flag, "whether units can leave the map there (B-252)").default("false"),
        key("danger", Shape::whole(0, 999), "damage per resolution to everybody inside (B-244)")
            .default("0"),
    ],
    unknown_key: "B-290",
};

static OBJECT: TableShape = TableShape {
    name: "object",
    doc: "Something to interact with; it stands on a passable hex and blocks nothing (B-25).",
    fields: &[
        key("name", NAME, "what it is called").required(),
        key("at", HEX, "where it stands").required(),
        key("kind", NAME, "what it is").default("terminal"),
    ],
    unknown_key: "B-290",
};

static GROUND_ITEM: TableShape = TableShape {
    name: "ground item",
    doc: "An item on the ground.",
    fields: &[
        key("id", NAME, "which; `medikit:1` for one with one use left").required(),
        key("at", HEX, "where it lies").required(),
    ],
    unknown_key: "B-290",
};

static OBJECTIVE: TableShape = TableShape {
    name: "objective",
    doc: "What the player is to do (B-250, B-255). Exactly one is primary.",
    fields: &[
        key("kind", Shape::Word(&KINDS), "what is to be done").required(),
        key("primary", Shape::Flag, "whether the battle is about it").default("false"),
        key("name", NAME, "what reports call it").default("its kind and whom it is about"),
        key("trigger", Shape::whole(1, 1000), "the turn from which it counts").default("1"),
        key(
            "after",
            Shape::whole(1, MOST_OBJECTIVES as i64),
            "the number of the objective that must be done before it counts",
        ),
        key("unit", NAME, "assassinate, protect, capture, rescue: whom"),
        key("units", Shape::list(&NAME, MAX_UNITS), "rescue: whom, if several")
            .default("all civilians"),
        key("zone", NAME, "reach, hold, escape: where"),
        key("to", NAME, "rescue: where to").default("any exit"),
        key("object", NAME, "interact: with what"),
        key("need", Shape::whole(1, MAX_UNITS as i64), "reach, rescue, escape: how many")
            .default("all"),
        key("turns", Shape::whole(1, 1000), "hold, survive, protect: how long"),
    ],
    unknown_key: "B-290",
};
