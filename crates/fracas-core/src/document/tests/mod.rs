//! Reading whole files.

mod draft;
mod errors;
mod files;
mod hostile;
mod values;

use super::*;

/// A shape with everything in it.
static SIEGE: TableShape = TableShape {
    name: "scenario",
    doc: "A siege.",
    fields: &[
        Field::new("place", Shape::Table(&PLACE), "where it happens"),
        Field::new("attacker", Shape::Table(&SIDE), "who comes").required().code("E-3"),
        Field::new("defender", Shape::Table(&SIDE), "who is there").code("E-3"),
        Field::new("kinds", Shape::map(&Shape::Table(&KIND), 3), "further kinds of men")
            .code("E-18"),
        Field::new("rules", Shape::map(&RULE, 100), "house rules"),
    ],
    unknown_key: "E-14",
};

static PLACE: TableShape = TableShape {
    name: "place",
    doc: "Where it happens.",
    fields: &[
        Field::new("terrain", Shape::Word(&["plain", "forest", "swamp"]), "the ground")
            .default("plain")
            .code("E-9"),
        Field::new("weather", Shape::list(&Shape::Word(&["wind", "rain"]), 2), "the sky")
            .code("E-9"),
        Field::new("map", Shape::lines(1000), "a picture of it"),
    ],
    unknown_key: "E-14",
};

static SIDE: TableShape = TableShape {
    name: "side",
    doc: "One of the two.",
    fields: &[
        Field::new("hold", Shape::Flag, "stay outside").default("false"),
        Field::new("morale", Shape::decimal(0, 2, 4), "courage").code("E-6"),
        Field::new("stack", Shape::list(&Shape::Table(&UNIT), 3), "its units").code("E-2"),
    ],
    unknown_key: "E-14",
};

static UNIT: TableShape = TableShape {
    name: "unit",
    doc: "A noble and his men.",
    fields: &[
        Field::new("noble", Shape::text(20), "who leads it").required().code("E-3"),
        Field::new("behind", Shape::whole(0, 9), "row: 0 is the foremost").default("0").code("E-4"),
        Field::new("men", Shape::map(&Shape::whole(0, 1_000_000), 5), "how many of which kind")
            .code("E-2"),
        Field::new(
            "weapon",
            Shape::OneOf(&[
                Shape::text(20),
                Shape::whole(0, 100),
                Shape::exactly(2, &Shape::whole(0, 100)),
            ]),
            "its name, a damage or a range",
        )
        .code("E-5"),
        Field::new("at", Shape::exactly(2, &Shape::whole(-9, 9)), "where it stands").code("E-7"),
        Field::new("prisoners", Shape::list(&Shape::Table(&UNIT), 2), "whom it holds"),
    ],
    unknown_key: "E-14",
};

static KIND: TableShape = TableShape {
    name: "kind",
    doc: "A kind of men.",
    fields: &[Field::new("attack", Shape::whole(0, 100), "how well they attack").code("E-6")],
    unknown_key: "E-14",
};

/// A number, a text, or any depth of tables of them.
static RULE: Shape = Shape::OneOf(&[Shape::whole(0, 100), Shape::text(9), Shape::map(&RULE, 100)]);

const SIEGE_TEXT: &str = r#"# A siege.
ruleset = "siege"
name = "Storm"
seed = 7

[place]
terrain = "swamp"
weather = ["rain", "wind"]
map = """
.#.
"""

[attacker]
hold = true
morale = 1.25

[[attacker.stack]]
noble = "Osswid"
men = { soldier = 120, pikeman = 4_0, archer = 0x10, "Old Guard" = 3 }
weapon = [5, 15]
at = [-3, 4]

[[attacker.stack]]
noble = "Feasel"
behind = 1
weapon = "axe"
prisoners = [ { noble = "Drassa" } ]

[defender]
[[defender.stack]]
noble = "Lady Evalin"
weapon = 10

[kinds.orc]
attack = 8
[kinds.giant]

[rules]
"tu.walk" = 4
cover.full.name = "wall"
"#;

fn read(text: &str) -> (Checked, Diagnostics) {
    let mut out = Diagnostics::new(Source::new("siege.toml", text));
    let parsed = parse(&mut out).expect("it is TOML");
    let checked = check(&parsed, &SIEGE, &mut out);
    (checked, out)
}

/// What is said of a file, without the closing line.
fn said(text: &str) -> String {
    let mut out = Diagnostics::new(Source::new("siege.toml", text));
    if let Some(parsed) = parse(&mut out) {
        check(&parsed, &SIEGE, &mut out);
    }
    let rendered = out.render(false);
    let lines: Vec<&str> = rendered.lines().collect();
    match lines.split_last() {
        Some((_, said)) => said.join("\n").trim_end().to_owned(),
        None => String::new(),
    }
}
