//! Pages and pictures hold together: they are well formed, safe, small, and say
//! what the answer says.

use std::collections::HashSet;
use std::path::Path;

use fracas::lab::{
    Axis, Best, BestAsk, Choice, Compare, CompareAsk, Matrix, Points, Solve, SolveAsk, Space, Sweep,
};
use fracas::{Ask, Battle, DecideAsk, Effort, Goal, OddsReport, Registry, Scenario, Way};
use fracas_report::{
    Asked, LabAnswer, Shown, Source, Swept, lab_page, lab_picture, odds_page, odds_picture,
    run_page, run_picture, say_lab, say_odds, say_run,
};
use fracas_testing::citations::files;

/// Whatever an answer is made of.
struct Answer {
    scenario: Scenario,
    battle: Battle,
    weighed: OddsReport,
}

fn again(seed: u64, trial: u64) -> String {
    format!("fracas run battle.toml --seed {seed} --trial {trial}")
}

impl Answer {
    fn of(scenario: Scenario, ask: impl Into<Ask>) -> Self {
        let battle = scenario.battle().unwrap_or_else(|bad| panic!("{bad}"));
        let weighed = battle.odds(ask, 7, &Effort::default()).unwrap();
        Self { scenario, battle, weighed }
    }

    fn source(&self) -> Source<'_> {
        Source {
            battle: &self.battle,
            scenario: self.scenario.text(),
            command: "fracas odds battle.toml --report page.html",
            again: &again,
        }
    }

    fn page(&self) -> String {
        odds_page(&self.weighed, &self.source(), &Effort::default()).html()
    }

    /// The page of its first battle.
    fn run(&self) -> String {
        run_page(&self.battle.run(7, 0, None), &self.source()).html()
    }

    /// Both pictures.
    fn pictures(&self) -> Vec<String> {
        let run = run_picture(&self.battle.run(7, 0, None), &self.source());
        [Some(odds_picture(&self.weighed, self.battle.rules())), run]
            .into_iter()
            .flatten()
            .collect()
    }
}

/// The page as XML: elements that HTML leaves open are closed first.
fn as_xml(html: &str) -> String {
    let mut xml = String::new();
    let mut rest = html.strip_prefix("<!DOCTYPE html>").expect("a doctype");
    while let Some(place) = rest.find(['<']) {
        xml.push_str(&rest[..place]);
        rest = &rest[place..];
        let end = rest.find('>').expect("a tag ends");
        let open = ["<meta", "<link", "<br"].iter().any(|tag| rest.starts_with(tag));
        xml.push_str(&rest[..end]);
        xml.push_str(if open { "/>" } else { ">" });
        rest = &rest[end + 1..];
    }
    xml + rest
}

/// Well formed, nothing that runs or loads, every name of a chart in its place.
fn check(page: &str) {
    let xml = as_xml(page);
    let tree = roxmltree::Document::parse(&xml).unwrap_or_else(|bad| panic!("{bad}\n{xml}"));
    let mut ids = HashSet::new();
    for node in tree.descendants().filter(roxmltree::Node::is_element) {
        assert!(!["script", "iframe", "object", "img"].contains(&node.tag_name().name()));
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            assert!(!name.starts_with("on"), "{name}");
            assert!(!value.contains("javascript:"), "{name}={value}");
            assert!(!["src", "href"].contains(&name) || value == "data:,", "{name}={value}");
        }
        if let Some(id) = node.attribute("id") {
            assert!(ids.insert(id), "{id} stands twice");
        }
    }
    let named =
        |node: &roxmltree::Node<'_, '_>| node.attribute("aria-labelledby").map(str::to_owned);
    for label in tree.descendants().filter_map(|node| named(&node)) {
        assert!(label.split(' ').all(|id| ids.contains(id)), "{label}");
    }
    let svgs = tree.descendants().filter(|node| node.tag_name().name() == "svg");
    for svg in svgs {
        let has = |name: &str| svg.children().any(|node| node.tag_name().name() == name);
        assert!(has("title") && has("desc"));
    }
    let heads = |name: &str| tree.descendants().filter(|n| n.tag_name().name() == name).count();
    assert_eq!((heads("h1"), heads("main"), heads("title") > 0), (1, 1, true));
}

fn check_picture(svg: &str) {
    let tree = roxmltree::Document::parse(svg).unwrap_or_else(|bad| panic!("{bad}\n{svg}"));
    let root = tree.root_element();
    assert_eq!(root.tag_name().name(), "svg");
    let size: Vec<f64> =
        root.attribute("viewBox").unwrap().split(' ').map(|n| n.parse().unwrap()).collect();
    assert!(size.len() == 4 && size[2] > 100.0 && size[3] > 50.0);
    for node in tree.descendants().filter(roxmltree::Node::is_element) {
        for attribute in node.attributes() {
            assert!(!attribute.value().contains("NaN") && !attribute.value().contains("inf"));
        }
    }
}

#[test]
fn every_example_has_its_pages() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    for ruleset in ["andor", "battlescape", "mfd", "mission", "olympia"] {
        // An AI thinks in some of them.
        let trials = if ruleset == "battlescape" { 4 } else { 200 };
        for path in files(&examples.join(ruleset), "toml") {
            let answer = Answer::of(Scenario::open(&path).unwrap(), Goal::Trials(trials));
            let name = path.display();
            let (page, run) = (answer.page(), answer.run());
            check(&page);
            check(&run);
            answer.pictures().iter().for_each(|picture| check_picture(picture));
            assert_eq!(answer.pictures().len(), 2, "{name}");
            assert!(page.len() < 1 << 20 && run.len() < 1 << 20, "{name}: {}", page.len());
            assert!(page.contains("A battle of each kind"), "{name}");
            let said = say_odds(&answer.weighed, answer.battle.rules());
            assert!(said.starts_with(answer.battle.name()) && !said.contains('\n'), "{said}");
            let said = say_run(&answer.battle.run(7, 0, None), answer.battle.rules());
            assert!(said.contains("(seed 7, trial 0)") && !said.contains('\n'), "{said}");
        }
    }
}

fn duel() -> Scenario {
    let mut duel = Scenario::of("olympia");
    for (path, value) in
        [("attacker.stack[0].men.pikeman", 12), ("defender.stack[0].men.knight", 5)]
    {
        duel.set(path, value).unwrap();
    }
    duel.set("name", "The ford").unwrap();
    duel.set("attacker.stack[0].noble", "Osswid").unwrap();
    duel.set("defender.stack[0].noble", "Feasel").unwrap();
    duel
}

/// What a reader reads, without charts' shapes and styles.
fn text_of(page: &str) -> String {
    let xml = as_xml(page);
    let tree = roxmltree::Document::parse(&xml).unwrap();
    let body = tree.descendants().find(|node| node.tag_name().name() == "body").unwrap();
    let mut lines = Vec::new();
    for node in body.descendants() {
        let text_of = |node: roxmltree::Node<'_, '_>| node.text().unwrap_or("").trim().to_owned();
        if node.tag_name().name() == "tr" {
            let cells = node.children().map(text_of);
            lines.push(cells.collect::<Vec<_>>().join(" | "));
        }
        let in_table = node.ancestors().any(|node| node.tag_name().name() == "tr");
        if !node.is_text() || in_table {
            continue;
        }
        let of_chart = node.ancestors().find(|node| node.tag_name().name() == "svg");
        // The drawing for a phone says the same again.
        if of_chart.is_some_and(|svg| svg.attribute("class") == Some("chart narrow")) {
            continue;
        }
        let words = text_of(node);
        if !words.is_empty() {
            lines.push(words);
        }
    }
    lines.join("\n")
}

#[test]
fn a_page_says_what_the_odds_say() {
    let answer = Answer::of(duel(), Ask::default());
    insta::assert_snapshot!("odds", text_of(&answer.page()));
    insta::assert_snapshot!("run", text_of(&answer.run()));
    insta::assert_snapshot!("say", say_odds(&answer.weighed, answer.battle.rules()));
}

/// Whatever stands in a file, a page shows it and does nothing of it.
#[test]
fn hostile_names_are_only_shown() {
    let evil = "</title><script>alert(1)</script><img src=x onerror=alert(1)>&lt;\"'";
    let mut scenario = duel();
    scenario.set("name", evil).unwrap();
    scenario.set("attacker.stack[0].noble", "</text></svg><script>alert(2)</script>").unwrap();
    scenario.set("defender.stack[0].noble", "\u{202e}evil]]>--><!--").unwrap();
    let answer = Answer::of(scenario, Goal::Trials(200));
    for page in [answer.page(), answer.run()] {
        check(&page);
        assert!(!page.contains("<script") && !page.contains("<img") && !page.contains('\u{202e}'));
        assert!(page.contains("&lt;script&gt;"));
    }
    for picture in answer.pictures() {
        check_picture(&picture);
        assert!(!picture.contains("<script"));
    }
}

/// Ten thousand fighters do not make a page that nobody can open.
#[test]
fn huge_battles_make_small_pages() {
    let mut text = String::from("ruleset = \"mfd\"\nname = \"Horde\"\nmax_rounds = 3\n");
    for side in ["heroes", "villains"] {
        for number in 0..5_000 {
            text.push_str(&format!("[[{side}.fighters]]\nname = \"{side} {number}\"\nxp = 3000\n"));
        }
    }
    let answer = Answer::of(Scenario::new("horde.toml", text), Goal::Trials(2));
    for page in [answer.page(), answer.run()] {
        check(&page);
        assert!(page.len() < 2 << 20, "{}", page.len());
    }
}

/// What was asked besides is answered on the page.
#[test]
fn what_was_asked_is_told() {
    let ask = Ask {
        that: vec!["attacker and attacker_lost <= 3".to_owned()],
        at_least: vec!["defender_lost=2".parse().unwrap()],
        ..Ask::default()
    };
    let page = Answer::of(duel(), ask).page();
    check(&page);
    for words in ["What was asked", "attacker and attacker_lost &lt;= 3", "defender lost ≥ 2"] {
        assert!(page.contains(words), "{words}");
    }
    assert!(page.contains("mean when it ends so"));
    assert!(!Answer::of(duel(), Ask::default()).page().contains("What was asked"));
}

/// A provisional answer and one that knows nothing say so.
#[test]
fn what_is_not_known_is_said() {
    let answer = Answer::of(duel(), Goal::Trials(3));
    let page = answer.page();
    check(&page);
    assert!(!page.contains(">100 %<") && !page.contains(">0 %<"), "three battles prove nothing");
}

/// The page and the picture of an answer of the laboratory.
fn lab(answer: &dyn LabAnswer, scenario: &Scenario) -> (String, Option<String>) {
    let rules = Registry::standard().named_by(scenario).unwrap();
    let scenarios = [(answer.heading().name, scenario.text().to_owned())];
    let asked = Asked { rules, scenarios: &scenarios, command: "fracas sweep <b>.toml" };
    let page = lab_page(answer, &asked).html();
    check(&page);
    assert!(page.contains("fracas sweep &lt;b&gt;.toml"));
    let picture = lab_picture(answer, rules);
    picture.iter().for_each(|picture| check_picture(picture));
    let said = say_lab(answer);
    assert!(said.ends_with('.') && !said.contains('\n'), "{said}");
    (page, picture)
}

fn swept(axes: &[&str], show: &[&str], points: u64) -> Swept {
    let axes: Vec<Axis> = axes.iter().map(|axis| axis.parse().unwrap()).collect();
    let points_of = Points::grid(axes).unwrap();
    let sweep = Sweep::new(Registry::standard(), duel(), points_of).unwrap();
    let shown: Vec<String> = show.iter().map(|name| (*name).to_owned()).collect();
    let shown = Shown::read(&shown, &sweep).unwrap();
    let that = shown.iter().filter_map(Shown::condition).cloned().collect();
    let way = Way::Sampled(Goal::Trials(200));
    let mut sweep = sweep.by(way).unwrap().asking(that).unwrap();
    let mut swept = Swept::new(&sweep, shown);
    sweep.run(&Effort::default(), |row| {
        if row.point < points {
            swept.take(&row);
        }
    });
    swept
}

const MEN: &str = "attacker.stack[0].men.pikeman=0..40..8";
const KNIGHTS: &str = "defender.stack[0].men.knight=2..6..2";

/// Sweeps over one value are lines, over two maps, over more a table, and holes
/// in them are holes.
#[test]
fn sweeps_are_drawn() {
    let (page, picture) = lab(&swept(&[MEN], &[], 99), &duel());
    assert!(page.contains("<h1>From pikeman of attacker = "), "{}", text_of(&page));
    assert!(page.contains("on, the attacker wins most often</h1>"));
    assert!(picture.is_some());

    let holes = swept(&[KNIGHTS, MEN], &[], 11);
    assert!(holes.is_provisional() && !swept(&[MEN], &[], 99).is_provisional());
    let (page, picture) = lab(&holes, &duel());
    assert!(
        page.contains(" most often at ")
            && page.contains(" of 11 points, ")
            && page.contains("stopped early")
    );
    assert!(page.contains("The attacker wins, in percent") && picture.is_some());

    // Two hundred battles prove nothing about the next one.
    let sure = swept(&[KNIGHTS, "attacker.stack[0].men.pikeman=0..400..200"], &[], 99);
    let (page, _) = lab(&sure, &duel());
    assert!(!page.contains(">100<") && !page.contains(">100 %<"), "{}", text_of(&page));
    assert!(page.contains(">&gt;98<"), "{}", text_of(&page));

    let three = swept(&[KNIGHTS, MEN, "place.terrain=plain,swamp"], &[], 99);
    assert_eq!(lab(&three, &duel()).1, None);

    let means = swept(&[MEN], &["attacks", "attacker and attacker_lost <= 4"], 99);
    let (page, _) = lab(&means, &duel());
    assert!(page.contains("Attacks along pikeman of attacker"), "{}", text_of(&page));
    assert!(page.contains("attacker and attacker_lost &lt;= 4"));
}

#[test]
fn every_question_has_its_page() {
    let (registry, effort) = (Registry::standard(), Effort::default());
    let axes = vec!["attacker.stack[0].men.pikeman=0..60".parse().unwrap()];
    let space = Space::new(registry, duel(), axes).unwrap();
    let claims = vec!["attacker >= 60%".to_owned(), "mean attacker_lost >= 3".to_owned()];
    let ask = SolveAsk { claims, trials: Some(2_000), budget: None, ..SolveAsk::default() };
    let solved = Solve::new(space.into(), ask, 7).unwrap().carry_out(&effort);
    let (page, picture) = lab(&solved, &duel());
    assert!(page.contains("<h1>The smallest pikeman of attacker with attacker &gt;= 60%"));
    assert!(page.contains("What was tried") && picture.is_some());
    assert!(solved.csv().unwrap().lines().count() > solved.tried.len());

    let mut more = duel();
    more.set("attacker.stack[0].men.pikeman", 30).unwrap();
    let both = vec![
        ("<i>few</i>".to_owned(), duel().battle().unwrap()),
        ("many".to_owned(), more.battle().unwrap()),
    ];
    let ask = CompareAsk { trials: Some(2_000), budget: None, ..CompareAsk::default() };
    let compared = Compare::new(both, ask, 7).unwrap().carry_out(&effort);
    let (page, _) = lab(&compared, &duel());
    let says = "<h1>With many the attacker wins most often: ";
    assert!(page.contains(says) && page.contains("points against &lt;i&gt;few&lt;/i&gt;"));
    assert_eq!(compared.csv().unwrap().lines().count(), 7);

    let armies = [3, 9, 27].map(|men| {
        let mut army = Scenario::of("olympia");
        army.set("attacker.stack[0].noble", format!("Captain {men}")).unwrap();
        army.set("attacker.stack[0].men.pikeman", men).unwrap();
        (format!("{men} pikemen"), army)
    });
    let matrix = Matrix::new(registry, armies.into(), Some(500), 7).unwrap().carry_out(&effort);
    let (page, _) = lab(&matrix, &duel());
    assert!(page.contains("<h1>27 pikemen is first of 3 with a score of "), "{}", text_of(&page));

    let choices: Vec<Choice> = ["knight=0..3 cost 40", "pikeman=0..12 cost 10"]
        .map(|choice| format!("attacker.stack[0].men.{choice}").parse().unwrap())
        .into();
    let (aim, least, money) = ("attacker".to_owned(), false, 120.0);
    let ask = BestAsk { aim, least, money, trials: Some(1_000), all: 0 };
    let best = Best::new(registry, duel(), choices, ask, Some(7)).unwrap().carry_out(&effort);
    let (page, _) = lab(&best, &duel());
    assert!(page.contains("What a step is worth") && page.contains("the attacker wins most often"));

    let wolves = "../../examples/andor/cornered.toml";
    let wolves = Scenario::open(Path::new(env!("CARGO_MANIFEST_DIR")).join(wolves)).unwrap();
    let decided = wolves.battle().unwrap().decide(&DecideAsk::default()).unwrap();
    let (page, picture) = lab(&decided, &wolves);
    assert!(page.contains("<h1>The best decisions bring "), "{}", text_of(&page));
    assert!(page.contains("What to do when") && picture.is_some());
    assert_eq!(decided.csv().unwrap().lines().count(), 1 + decided.decisions.rows.len());
}
