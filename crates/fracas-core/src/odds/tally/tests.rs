use proptest::prelude::*;
use serde_json::{Value, json};

use super::super::toy::{Duel, Scenario};
use super::super::{Effort, sample};
use super::*;
use crate::ruleset::OutcomeId;

fn battle() -> Scenario {
    Scenario::new([6, 5], [40, 45])
}

fn tally(seed: u64, trials: Range<u64>) -> Tally {
    sample::<Duel>(&battle(), seed, trials, &Effort::default())
}

#[test]
fn only_tallies_of_one_battle_merge() {
    let ours = tally(7, 0..10);
    let refused = |other: &Tally| {
        let mut merged = ours.clone();
        let error = merged.merge(other).unwrap_err();
        assert_eq!(merged, ours, "a refused merge changes nothing");
        error
    };
    let changed = |change: &dyn Fn(&mut Tally)| {
        let mut other = tally(7, 10..20);
        change(&mut other);
        refused(&other)
    };
    assert_eq!(refused(&tally(8, 10..20)), MergeError::Seed(7, 8));
    assert_eq!(refused(&tally(7, 5..20)).to_string(), "both tallies count trials 5 to 9");
    assert_eq!(
        changed(&|other| other.ruleset = "siege".to_owned()).to_string(),
        "one tally is of duel, the other of siege"
    );
    assert_eq!(changed(&|other| other.version = 2), MergeError::Version(3, 2));
    assert_eq!(changed(&|other| other.stream = 99), MergeError::Stream(STREAM_VERSION, 99));
    assert_eq!(
        changed(&|other| other.counts.outcomes[1].name = "flee".to_owned()),
        MergeError::Outcomes
    );
    assert_eq!(changed(&|other| drop(other.counts.measures.pop())), MergeError::MeasureCount(6, 5));
    assert_eq!(
        changed(&|other| other.counts.measures[0].name = "rounds".to_owned()).to_string(),
        "one tally measures blows, the other rounds: they are of different battles"
    );
    assert_eq!(
        changed(&|other| other.counts.measures[1].start = 9).to_string(),
        "measure hp counts differently: the tallies are of different battles"
    );
}

#[test]
fn the_file_is_as_described() {
    let mut small = Tally::new::<Duel>(&battle(), 7);
    small.trials = Trials::of(4..6);
    small.counts.add((4, 1), OutcomeId(1), &[3, 0, 1, 0, 5000, 0], &[]);
    small.counts.add((5, 1), OutcomeId(0), &[5, 6, 0, 6, -8200, 0], &[]);
    small.counts.add_draws(11);
    let file = serde_json::to_value(&small).unwrap();
    // What wins and losses counted; nobody got tired.
    let values = |exact: &[u64]| match exact {
        [] => json!(null),
        exact => json!({ "exact": exact, "outside": null }),
    };
    let measure = |name, start, given: Option<u8>, win: &[u64], lose: &[u64]| {
        let by_outcome = [values(win), values(lose), json!(null)];
        json!({ "name": name, "start": start, "given": given, "by_outcome": by_outcome })
    };
    let mut gold = measure("gold", 5000, None, &[], &[]);
    gold["by_outcome"][0] = json!({ "exact": [], "outside": { "buckets": [[-8207, 1]],
        "min": -8200, "max": -8200, "sum": "-8200", "squares": ["0", "67240000"] } });
    let expected = json!({
        "tally": 2, "ruleset": "duel", "version": 3, "stream": STREAM_VERSION, "seed": 7,
        "trials": [[4, 6]], "draws": 11,
        "outcomes": [
            { "name": "win", "count": 1, "first": 5 },
            { "name": "lose", "count": 1, "first": 4 },
            { "name": "tired", "count": 0, "first": null },
        ],
        "measures": [
            measure("blows", 0, None, &[0, 0, 0, 0, 0, 1], &[0, 0, 0, 1]),
            measure("hp", 6, None, &[], &[1]),
            measure("wounded", 0, None, &[], &[0, 1]),
            measure("hp_left", 0, Some(0), &[0, 0, 0, 0, 0, 0, 1], &[]),
            gold,
            measure("ill", 0, None, &[], &[]),
        ],
        "conditions": [],
    });
    assert_eq!(file.to_string(), expected.to_string());
    assert_eq!(serde_json::from_value::<Tally>(file).unwrap(), small);
}

#[test]
fn a_tally_survives_its_file() {
    let before = tally(7, 0..500);
    let text = serde_json::to_string(&before).unwrap();
    let after: Tally = serde_json::from_str(&text).unwrap();
    assert_eq!(after, before);
}

type Change<'a> = &'a dyn Fn(&mut Value);

#[test]
fn files_that_no_battles_could_have_made_are_refused() {
    let file = serde_json::to_value(tally(7, 0..500)).unwrap();
    let refused = |change: Change| {
        let mut file = file.clone();
        change(&mut file);
        serde_json::from_value::<Tally>(file).unwrap_err().to_string()
    };
    let cases: [(Change, &str); 21] = [
        (&|f| f["tally"] = json!(1), "a tally of format 1; this program reads format 2"),
        (
            &|f| drop(f["measures"][0]["by_outcome"].as_array_mut().unwrap().pop()),
            "measure blows: not counted for every outcome",
        ),
        (
            &|f| f["measures"][3]["by_outcome"][1] = json!({ "exact": [0, 1], "outside": null }),
            "measure hp_left: more values than battles",
        ),
        (
            &|f| f["conditions"] = json!([{ "condition": "win", "count": 3, "first": 900 }]),
            "condition win: its count does not fit the trials",
        ),
        (&|f| f["trials"] = json!([[0, 499]]), "the outcomes do not add up to the trials"),
        (
            &|f| f["outcomes"][0]["count"] = json!(u64::MAX),
            "the outcomes do not add up to the trials",
        ),
        (
            &|f| f["outcomes"][0]["first"] = json!(500),
            "outcome win: its first trial does not fit its count",
        ),
        (
            &|f| f["outcomes"][0]["first"] = json!(null),
            "outcome win: its first trial does not fit its count",
        ),
        (
            &|f| f["measures"][3]["given"] = json!(3),
            "measure hp_left: given an outcome that is not there",
        ),
        (
            &|f| f["measures"][0]["by_outcome"][0]["exact"] = json!([0, 501]),
            "measure blows: more values than battles",
        ),
        (
            &|f| f["measures"][0]["by_outcome"][0]["exact"] = json!([5]),
            "measure blows: the exact counts are not in order",
        ),
        (
            &|f| f["measures"][0]["by_outcome"][0]["exact"] = json!([0, 5, 0]),
            "measure blows: the exact counts are not in order",
        ),
        (
            &|f| f["measures"][4]["by_outcome"][0]["outside"]["max"] = json!(1u64 << 50),
            "measure gold: the counts outside are not in order",
        ),
        (
            &|f| f["measures"][4]["by_outcome"][0]["outside"]["sum"] = json!(i128::MAX.to_string()),
            "measure gold: its sums do not fit its counts",
        ),
        (
            &|f| f["measures"][4]["by_outcome"][0]["outside"]["sum"] = json!("1"),
            "measure gold: its sums do not fit its counts",
        ),
        (
            &|f| f["measures"][4]["by_outcome"][0]["outside"]["squares"] = json!(["0", "1"]),
            "measure gold: its sums do not fit its counts",
        ),
        (&|f| f["outcomes"][1]["name"] = json!("win"), "outcome win is there twice"),
        (
            &|f| f["outcomes"][1]["name"] = json!(""),
            "outcomes and measures have names of 1 to 1000 characters",
        ),
        (
            &|f| f["trials"] = json!([[1, 501]]),
            "outcome win: its first trial does not fit its count",
        ),
        (
            &|f| {
                let none = json!({ "name": "x", "count": 0, "first": null });
                f["outcomes"].as_array_mut().unwrap().extend(vec![none; 300]);
            },
            "a tally has at most 256 outcomes, 1000000 measures and 256 conditions",
        ),
        (
            &|f| f["measures"][4]["by_outcome"][0]["outside"]["sum"] = json!("much"),
            "\"much\" is not a whole number",
        ),
    ];
    for (change, complaint) in cases {
        assert_eq!(refused(change), complaint);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Any parts in any order, read back from files, with or without holes,
    /// are the tally of all their trials.
    #[test]
    fn parts_merge_to_the_whole(
        cuts in prop::collection::btree_set(1u64..600, 0..8),
        order in any::<prop::sample::Index>(),
    ) {
        let mut ends: Vec<u64> = cuts.into_iter().collect();
        ends.push(600);
        let mut parts = Vec::new();
        let mut begin = 0;
        for end in ends {
            parts.push(tally(7, begin..end));
            begin = end;
        }
        let turn = order.index(parts.len());
        parts.rotate_left(turn);
        let mut whole = Tally::new::<Duel>(&battle(), 7);
        for part in parts.iter().rev().step_by(2).chain(parts.iter().rev().skip(1).step_by(2)) {
            let file = serde_json::to_string(part).unwrap();
            prop_assert_eq!(whole.merge(&serde_json::from_str(&file).unwrap()), Ok(()));
            let file = serde_json::to_string(&whole).unwrap();
            prop_assert_eq!(&serde_json::from_str::<Tally>(&file).unwrap(), &whole);
        }
        prop_assert_eq!(whole, tally(7, 0..600));
    }
}
