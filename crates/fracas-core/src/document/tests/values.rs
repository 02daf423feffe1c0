//! What a sound file gives.

use super::*;

#[test]
fn every_value_of_a_sound_file_can_be_read() {
    let (siege, out) = read(SIEGE_TEXT);
    assert_eq!(out.render(false), "");
    assert_eq!(siege.text("ruleset"), Some("siege"));
    assert_eq!(siege.text("name"), Some("Storm"));
    assert_eq!(siege.whole("seed"), Some(7));

    let place = siege.table("place").unwrap();
    assert_eq!(place.text("terrain"), Some("swamp"));
    let weather: Vec<&str> = place.list("weather").iter().filter_map(Item::text).collect();
    assert_eq!(weather, ["rain", "wind"]);
    assert_eq!(place.text("map"), Some(".#.\n"));

    let attacker = siege.table("attacker").unwrap();
    assert_eq!(attacker.flag("hold"), Some(true));
    assert_eq!(attacker.decimal("morale").unwrap().scaled(4), 12_500);
    assert_eq!(attacker.tables("stack").len(), 2);

    let feasel = &attacker.tables("stack")[1];
    assert_eq!(feasel.whole("behind"), Some(1));
    assert_eq!(feasel.value("weapon").unwrap().text(), Some("axe"));
    assert_eq!(feasel.tables("prisoners")[0].text("noble"), Some("Drassa"));

    let evalin = &siege.table("defender").unwrap().tables("stack")[0];
    assert_eq!(evalin.value("weapon").unwrap().whole(), Some(10));
}

#[test]
fn names_keep_their_written_order() {
    let (siege, _) = read(SIEGE_TEXT);
    let osswid = &siege.table("attacker").unwrap().tables("stack")[0];
    let men: Vec<(&str, Option<i64>)> =
        osswid.map("men").map(|(kind, count)| (kind, count.whole())).collect();
    let written = [("soldier", 120), ("pikeman", 40), ("archer", 16), ("Old Guard", 3)];
    assert_eq!(men, written.map(|(kind, count)| (kind, Some(count))));

    let kinds: Vec<&str> = siege.map("kinds").map(|(kind, _)| kind).collect();
    assert_eq!(kinds, ["orc", "giant"]);
    let (_, orc) = siege.map("kinds").next().unwrap();
    assert_eq!(orc.table().unwrap().whole("attack"), Some(8));
}

#[test]
fn headers_of_one_table_may_be_scattered() {
    let text = "ruleset = \"siege\"\n[kinds.z]\n[attacker]\n[kinds.a]\n[kinds.m]\n";
    let (siege, out) = read(text);
    assert!(out.is_empty());
    let kinds: Vec<&str> = siege.map("kinds").map(|(kind, _)| kind).collect();
    assert_eq!(kinds, ["z", "a", "m"]);
}

#[test]
fn lists_of_alternatives_and_nested_names_can_be_read() {
    let (siege, _) = read(SIEGE_TEXT);
    let osswid = &siege.table("attacker").unwrap().tables("stack")[0];
    let range: Vec<i64> = osswid.list("weapon").iter().filter_map(Item::whole).collect();
    assert_eq!(range, [5, 15]);
    let at: Vec<i64> = osswid.list("at").iter().filter_map(Item::whole).collect();
    assert_eq!(at, [-3, 4]);

    let rules: Vec<(&str, &Item)> = siege.map("rules").collect();
    assert_eq!(rules[0].0, "tu.walk");
    assert_eq!(rules[0].1.place.path, "rules.\"tu.walk\"");
    let (full, inner) = rules[1].1.map().next().unwrap();
    let (name, wall) = inner.map().next().unwrap();
    assert_eq!((full, name, wall.text()), ("full", "name", Some("wall")));
    assert_eq!(wall.place.path, "rules.cover.full.name");
}

#[test]
fn whole_numbers_are_decimals_too() {
    let (siege, out) = read("ruleset = \"siege\"\n[attacker]\nmorale = 2\n");
    assert!(out.is_empty());
    let attacker = siege.table("attacker").unwrap();
    assert_eq!(attacker.decimal("morale"), Some(Decimal::from(2)));
}

#[test]
fn values_of_another_kind_and_missing_ones_are_absent() {
    let (siege, _) = read(SIEGE_TEXT);
    let attacker = siege.table("attacker").unwrap();
    assert_eq!(attacker.whole("hold"), None);
    assert_eq!(attacker.flag("morale"), None);
    assert_eq!(attacker.text("stack"), None);
    assert!(attacker.table("stack").is_none());
    assert!(attacker.list("stack").is_empty());
    assert!(attacker.tables("hold").is_empty());
    assert_eq!(attacker.map("hold").count(), 0);
    assert!(siege.value("aftermath").is_none());
    assert_eq!(siege.decimal("name"), None);
}

#[test]
fn places_say_where_things_are_written() {
    let (siege, out) = read(SIEGE_TEXT);
    let source = out.source(SourceId::SCENARIO);
    let at = |place: &Place| {
        let span = place.span.unwrap();
        (place.path.clone(), source.text[span.start..span.end].to_owned())
    };
    let feasel = &siege.table("attacker").unwrap().tables("stack")[1];
    let path = "attacker.stack[1]";
    assert_eq!(at(&feasel.here()), (path.to_owned(), "[[attacker.stack]]".to_owned()));
    assert_eq!(at(&feasel.place("behind")), (format!("{path}.behind"), "1".to_owned()));
    assert_eq!(at(&feasel.key_place("behind")), (format!("{path}.behind"), "behind".to_owned()));
    let missing = (format!("{path}.men"), "[[attacker.stack]]".to_owned());
    assert_eq!(at(&feasel.place("men")), missing);
    assert_eq!(at(&feasel.key_place("men")), missing);
    assert!(feasel.has("behind") && !feasel.has("men"));

    let osswid = &siege.table("attacker").unwrap().tables("stack")[0];
    let (_, guard) = osswid.map("men").last().unwrap();
    let path = "attacker.stack[0].men.\"Old Guard\"";
    assert_eq!(at(&guard.place), (path.to_owned(), "3".to_owned()));
    assert_eq!(at(&guard.key_place()), (path.to_owned(), "\"Old Guard\"".to_owned()));
    let entry = &osswid.list("at")[1];
    assert_eq!(at(&entry.key_place()), ("attacker.stack[0].at[1]".to_owned(), "4".to_owned()));
}

#[test]
fn the_ruleset_is_known_before_the_check() {
    let ruleset = |text: &str| {
        let mut out = Diagnostics::new(Source::new("f", text));
        let parsed = parse(&mut out).unwrap();
        parsed.ruleset().map(|(word, place)| (word.to_owned(), place))
    };
    let place = Place::new("ruleset", Some(Span { start: 10, end: 17 }));
    assert_eq!(ruleset("ruleset = \"siege\""), Some(("siege".to_owned(), place)));
    assert_eq!(ruleset("ruleset = 5"), None);
    assert_eq!(ruleset(""), None);
}

#[test]
fn files_of_other_systems_are_read_alike() {
    let windows = SIEGE_TEXT.replace('\n', "\r\n");
    let (siege, out) = read(&windows);
    assert_eq!(out.render(false), "");
    assert_eq!(siege.whole("seed"), Some(7));

    let marked = format!("\u{feff}{SIEGE_TEXT}");
    let (siege, out) = read(&marked);
    assert_eq!(out.render(false), "");
    assert_eq!(siege.text("ruleset"), Some("siege"));
}

#[test]
fn a_value_that_is_wrong_is_absent_but_was_written() {
    let (siege, out) = read("ruleset = \"siege\"\nseed = -1\n[attacker]\n");
    assert_eq!(out.errors(), 1);
    assert!(siege.has("seed"));
    assert_eq!(siege.whole("seed"), None);
}

#[test]
fn a_ruleset_may_have_its_own_idea_of_a_common_key() {
    static NAMED: TableShape = TableShape {
        name: "scenario",
        doc: "",
        fields: &[Field::new("name", Shape::text(3), "").code("X-1")],
        unknown_key: "",
    };
    let mut out = Diagnostics::new(Source::new("f", "ruleset = \"x\"\nname = \"long\"\n"));
    let parsed = parse(&mut out).unwrap();
    check(&parsed, &NAMED, &mut out);
    let codes: Vec<_> = out.iter().map(|found| found.code).collect();
    assert_eq!(codes, [Some("X-1")]);
}

static TU: TableShape = TableShape {
    name: "tu",
    doc: "",
    fields: &[
        Field::new("walk", Shape::whole(1, 9), ""),
        Field::new("run", Shape::whole(1, 9), ""),
    ],
    unknown_key: "E-14",
};
static HOUSE: TableShape = TableShape {
    name: "house",
    doc: "",
    fields: &[Field::new("tu", Shape::Table(&TU), ""), Field::new("side", Shape::text(9), "")],
    unknown_key: "E-14",
};
static RULED: TableShape = TableShape {
    name: "ruled",
    doc: "",
    fields: &[Field::new("rules", Shape::Paths(&HOUSE), "").code("E-9")],
    unknown_key: "E-14",
};

fn ruled(text: &str) -> (Checked, Diagnostics) {
    let mut out = Diagnostics::new(Source::new("a.toml", "ruleset = \"siege\"\n"));
    let file = out.add_source(Source::new("house.toml", text));
    let parsed = parse_file(file, &mut out).expect("it is TOML");
    let checked = check_part(&parsed, &RULED, &mut out);
    (checked, out)
}

#[test]
fn keys_may_be_paths() {
    let (file, out) = ruled("[rules]\n\"tu.walk\" = 3\nside = \"x\"\n'tu.run' = 4\n");
    assert_eq!(out.render(false), "");
    let rules = file.table("rules").unwrap();
    let tu = rules.table("tu").unwrap();
    assert_eq!(
        (tu.whole("walk"), tu.whole("run"), rules.text("side")),
        (Some(3), Some(4), Some("x"))
    );
    let (file, _) = ruled("rules.tu.walk = 5\n");
    assert_eq!(file.table("rules").unwrap().table("tu").unwrap().whole("walk"), Some(5));
}

#[test]
fn wrong_paths_are_shown_step_by_step_in_their_own_file() {
    let said = |text: &str| ruled(text).1.render(false);
    let shown = said("[rules]\n\"tu.wolk\" = 3\n");
    assert!(
        shown.starts_with("error[E-14]: unknown key rules.tu.wolk\n --> house.toml:2:5\n"),
        "{shown}"
    );
    let shown = said("[rules]\n\"tu.walk\" = 30\n");
    assert!(shown.contains("rules.tu.walk is 30") && shown.contains("house.toml:2:13"), "{shown}");
    let shown = said("[rules]\n\"tu.walk\" = 3\ntu.walk = 4\n");
    assert!(shown.contains("error[E-9]: tu is given twice"), "{shown}");
    let shown = said(&format!("[rules]\n\"{}\" = 3\n", "tu.".repeat(9000)));
    assert!(shown.contains("unknown key rules.tu.tu"), "{shown}");
    assert!(
        said("[rules]\n\"tu.walk.far\" = 3\n").contains("rules.tu.walk must be a whole number")
    );
}
