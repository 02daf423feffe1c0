use super::*;
use crate::Ask;

fn army(name: &str, key: &str, pikemen: i64) -> (String, Scenario) {
    let mut army = Scenario::of("olympia");
    army.set(&format!("{key}.stack[0].noble"), name).unwrap();
    army.set(&format!("{key}.stack[0].men.pikeman"), pikemen).unwrap();
    (name.to_owned(), army)
}

fn armies() -> Vec<(String, Scenario)> {
    vec![army("few", "attacker", 2), army("many", "defender", 14), army("some", "attacker", 7)]
}

fn matrix(armies: Vec<(String, Scenario)>, trials: Option<u64>) -> Matrix {
    Matrix::new(Registry::standard(), armies, trials, 0).unwrap()
}

#[test]
fn everybody_attacks_everybody_exactly() {
    let found = matrix(armies(), None).carry_out(&Effort::default());
    assert_eq!(found.meetings.len(), 6);
    let met = found.meetings.iter().find(|met| met.first == "few" && met.second == "many").unwrap();
    let mut battle = army("few", "attacker", 2).1;
    battle.set("defender.stack[0].noble", "many").unwrap();
    battle.set("defender.stack[0].men.pikeman", 14).unwrap();
    let odds = battle.battle().unwrap().odds(Ask::default(), 0, &Effort::default()).unwrap().odds;
    assert!((met.wins.value - odds.outcomes[0].p).abs() < 1e-12);
    assert!((met.loses.value - odds.outcomes[1].p).abs() < 1e-12);
    let ranking: Vec<(&str, usize, usize)> =
        found.ranking.iter().map(|rank| (rank.name.as_str(), rank.from, rank.to)).collect();
    assert_eq!(ranking, [("many", 1, 1), ("some", 2, 2), ("few", 3, 3)]);
    // All scores together are those of battles shared out.
    let sum: f64 = found.ranking.iter().map(|rank| rank.score.value).sum();
    assert!((sum - 1.5).abs() < 1e-9);
}

#[test]
fn sampled_places_are_sure_where_they_can_be() {
    let close =
        || vec![army("a", "attacker", 7), army("b", "attacker", 7), army("c", "attacker", 20)];
    let found = matrix(close(), Some(512)).carry_out(&Effort::default());
    let place = |name: &str| {
        let rank = found.ranking.iter().find(|rank| rank.name == name).unwrap();
        (rank.from, rank.to)
    };
    assert_eq!((place("c"), place("a"), place("b")), ((1, 1), (2, 3), (2, 3)));
    let threads = Effort { threads: 3, ..Effort::default() };
    assert_eq!(matrix(close(), Some(512)).carry_out(&threads), found);
    assert!(found.meetings.iter().all(|met| met.trials == Some(512)));
}

#[test]
fn squads_go_to_sites_and_heroes_to_monsters() {
    let named = |name: &str, text: &str| (name.to_owned(), Scenario::new(name, text));
    let squads = vec![
        named("one", "ruleset = 'mission'\n[[agent]]\nid = 'ann'\n"),
        named("two", "ruleset = 'mission'\n[[agent]]\nid = 'ann'\n[[agent]]\nid = 'bob'\n"),
        named("post", "ruleset = 'mission'\n[mission]\nenemies = '1 Soldier'\n"),
    ];
    let found = matrix(squads, None).carry_out(&Effort::default());
    assert_eq!((found.meetings.len(), found.sides), (2, ["squad", "site"]));
    let two = found.ranking.iter().position(|rank| rank.name == "two").unwrap();
    let one = found.ranking.iter().position(|rank| rank.name == "one").unwrap();
    assert!(two < one);
}

#[test]
fn what_cannot_meet_is_said() {
    let says = |entrants: Vec<(String, Scenario)>| {
        Matrix::new(Registry::standard(), entrants, None, 0).err().unwrap().to_string()
    };
    assert_eq!(says(armies()[..1].to_vec()), "1 armies; allowed are 2 to 48");
    let mut both = armies();
    both[0].1.set("defender.stack[0].noble", "x").unwrap();
    assert!(says(both).contains("few: it holds both of `attacker` and `defender`"));
    let scape = |name: &str| (name.to_owned(), Scenario::of("battlescape"));
    assert!(says(vec![scape("a"), scape("b")]).contains("cannot be put together from two files"));
    let site = |name: &str| {
        (
            name.to_owned(),
            Scenario::new(name, "ruleset = 'mission'\n[mission]\nenemies = '1 Soldier'\n"),
        )
    };
    assert!(says(vec![site("a"), site("b")]).contains("all files hold the same side, site"));
}
