//! The keys of a scenario file (section 13 of the rulebook), with the number
//! of the bad input (section 11) that a wrong value is.

use fracas_core::document::{Field, Shape, TableShape};

use crate::rules::limits;

/// A name; whether it is empty or cannot be named is looked at with the rows.
const NAME: Shape = Shape::text(limits::NAME);
const NAMES: Shape = Shape::list(&NAME, limits::FIGHTERS);
/// Any number: its limits are looked at with the rows, which have the same.
const ANY_WHOLE: Shape = Shape::whole(i64::MIN, i64::MAX);
const ANY_RATE: Shape = Shape::decimal(-1_000_000_000, 1_000_000_000, 18);
const ROUND: Shape = Shape::whole(1, limits::ROUNDS);
const SHARE: Shape = Shape::decimal(0, 1, 6);
const RATE: Shape = Shape::decimal(-limits::RATE, limits::RATE, 6);

/// The whole file, beside the keys of every scenario.
pub static SCENARIO: TableShape = TableShape {
    name: "mfd",
    doc: "Marked for Death, large-scale combat: heroes against villains in dice pools.",
    fields: &[
        Field::new("max_rounds", ROUND, "stop after so many rounds (F-55)")
            .code("E-18")
            .advice("a whole number, at least 1"),
        Field::new(
            "compat",
            Shape::Word(&["fight.rkt"]),
            "fight as the original program does (section 9)",
        )
        .code("E-24"),
        Field::new(
            "report",
            Shape::Flag,
            "the report by fighter at the end of the log and among the measures (F-76)",
        )
        .default("false")
        .code("E-24"),
        Field::new("constants", Shape::Table(&CONSTANTS), "numbers of the rules, changed (F-80)")
            .code("E-24"),
        Field::new("heroes", Shape::Table(&SIDE), "the heroes")
            .required()
            .code("E-25")
            .advice("one of the two: csv or fighters"),
        Field::new("villains", Shape::Table(&SIDE), "the villains")
            .required()
            .code("E-25")
            .advice("one of the two: csv or fighters"),
    ],
    unknown_key: "",
};

static CONSTANTS: TableShape = TableShape {
    name: "constants",
    doc: "Numbers of the rules, changed. Final files assume the same when they are fed back.",
    fields: &[
        Field::new("base_hp", Shape::whole(1, limits::HP), "HP without bonus")
            .default("2")
            .code("E-24"),
        Field::new("base_aoe", Shape::whole(1, limits::AOE), "AOE of an empty cell")
            .default("1")
            .code("E-24"),
        Field::new("base_to_hit", RATE, "ToHit without bonus").default("0.3").code("E-24"),
        Field::new("base_to_defend", RATE, "ToDefend without bonus").default("0.3").code("E-24"),
        Field::new("min_to_hit", SHARE, "ToHit is not lower").default("0.05").code("E-24"),
        Field::new("max_to_hit", SHARE, "ToHit is not higher").default("0.99").code("E-24"),
        Field::new("min_to_defend", SHARE, "ToDefend is not lower").default("0").code("E-24"),
        Field::new("max_to_defend", SHARE, "ToDefend is not higher").default("0.9").code("E-24"),
        Field::new(
            "exhaustion",
            Shape::decimal(0, limits::RATE, 6),
            "what a round takes off raw ToDefend",
        )
        .default("0.1")
        .code("E-24"),
        Field::new("xp_per_die", Shape::whole(1, limits::XP), "XP that one die stands for")
            .default("1000")
            .code("E-24"),
    ],
    unknown_key: "",
};

static SIDE: TableShape = TableShape {
    name: "side",
    doc: "One side: its fighters, from a CSV file or written here, and what happens to it.",
    fields: &[
        CSV,
        CELLS,
        FIGHTERS,
        Field::new(
            "reinforcements",
            Shape::list(&Shape::Table(&REINFORCEMENT), 1_000),
            "those who come later (F-72)",
        )
        .code("E-24"),
        Field::new(
            "healing",
            Shape::list(&Shape::Table(&HEALING), 1_000),
            "healing and rest (F-73)",
        )
        .code("E-24"),
        Field::new("retreat", Shape::Table(&RETREAT), "when the side leaves (F-74)").code("E-24"),
    ],
    unknown_key: "",
};

const CSV: Field =
    Field::new("csv", Shape::text(4_096), "a CSV file, relative to the scenario").code("E-1");
const CELLS: Field = Field::new(
    "cells",
    Shape::list(&ONE_CELL, limits::FIGHTERS),
    "cells of the CSV file that have other values (F-81)",
)
.code("E-25");
const FIGHTERS: Field = Field::new(
    "fighters",
    Shape::list(&ONE_FIGHTER, limits::FIGHTERS),
    "the fighters, instead of a CSV file",
)
.code("E-19");

static ONE_FIGHTER: Shape = Shape::Table(&FIGHTER);
static ONE_CELL: Shape = Shape::Table(&CELL);

static CELL: TableShape = TableShape {
    name: "cell",
    doc: "A cell of a CSV file that has another value than the file says. On the command line, \
          --set 'heroes[Naruto 01].XP=9000' is one.",
    fields: &[
        Field::new("name", NAME, "whose row").required().code("E-23"),
        Field::new(
            "column",
            NAME,
            "which column, such as XP, or BuffOffense2 of the second buff group",
        )
        .required()
        .code("E-4"),
        Field::new("value", Shape::text(20_000), "what counts instead, as a cell would have it")
            .required()
            .code("E-25"),
    ],
    unknown_key: "",
};

static REINFORCEMENT: TableShape = TableShape {
    name: "reinforcement",
    doc: "Fighters who join at the start of a round, fresh.",
    fields: &[
        Field::new("round", ROUND, "when they join; 1 is from the start").required().code("E-24"),
        CSV,
        CELLS,
        FIGHTERS,
    ],
    unknown_key: "",
};

static HEALING: TableShape = TableShape {
    name: "healing",
    doc: "At the start of a round, living fighters get HP or rest. Nobody is brought back to life.",
    fields: &[
        Field::new("round", ROUND, "when").required().code("E-24"),
        Field::new("who", NAMES, "whom").default("everybody living on the side").code("E-24"),
        Field::new("hp", Shape::whole(0, limits::HP), "HP given").default("0").code("E-24"),
        Field::new("to_defend", Shape::decimal(0, limits::RATE, 6), "raw ToDefend given")
            .default("0")
            .code("E-24"),
        Field::new("up_to", Shape::whole(0, limits::HP), "HP is not raised above this")
            .code("E-24"),
    ],
    unknown_key: "",
};

static RETREAT: TableShape = TableShape {
    name: "retreat",
    doc: "When the side leaves the field to the other.",
    fields: &[
        Field::new("below", SHARE, "when fewer than this share of its fighters live").code("E-24"),
        Field::new(
            "of",
            Shape::whole(1, limits::STRENGTH as i64),
            "what that is a share of, reinforcements not counted",
        )
        .default("the fighters at the start")
        .code("E-24"),
        Field::new("falls", NAMES, "when any of these has died").code("E-24"),
    ],
    unknown_key: "",
};

static FIGHTER: TableShape = TableShape {
    name: "fighter",
    doc: "A fighter, as a row of a CSV file would have it (F-79).",
    fields: &[
        Field::new("name", NAME, "unique on its side").required().code("E-7"),
        Field::new("xp", ANY_WHOLE, "experience: one die for every 1000 or part of them")
            .required()
            .code("E-9"),
        Field::new("bonus_xp", ANY_WHOLE, "experience to fudge the power by")
            .default("0")
            .code("E-13"),
        Field::new("bonus_hp", ANY_WHOLE, "added to 2 HP").default("0").code("E-13"),
        Field::new("bonus_to_hit", ANY_RATE, "added to 0.3").default("0").code("E-12"),
        Field::new("bonus_to_defend", ANY_RATE, "added to 0.3").default("0").code("E-12"),
        Field::new("aoe", ANY_WHOLE, "attacks a round").default("1").code("E-13"),
        Field::new("bodyguard_for", NAME, "whom it steps in for").code("E-22"),
        Field::new("linked_to", NAME, "with whom it dies").code("E-22"),
        Field::new("buffs", Shape::list(&Shape::Table(&BUFF), limits::GROUPS), "what it grants")
            .code("E-19"),
    ],
    unknown_key: "",
};

static BUFF: TableShape = TableShape {
    name: "buff",
    doc: "Bonuses granted to named fighters of the side while the giver lives.",
    fields: &[
        Field::new("name", NAME, "what it is called").required().code("E-15"),
        Field::new("who", NAMES, "who gets it").code("E-15"),
        Field::new("offense", ANY_RATE, "added to their ToHit").default("0").code("E-12"),
        Field::new("defense", ANY_RATE, "added to their ToDefend").default("0").code("E-12"),
    ],
    unknown_key: "",
};
