//! What panics fails alone: a ruleset of the tests' own, in an open registry, does
//! it wherever a scenario says.

use fracas::core::capability::{Capabilities, Detail, Tell};
use fracas::core::chance::{Chance, Die, Draw};
use fracas::core::document::{Checked, Diagnostics, Field, Shape, TableShape};
use fracas::core::odds::Odds;
use fracas::core::ruleset::{Measure, Next, OutcomeId, Ruleset};
use fracas::core::watch::{Scores, Watch};
use fracas::{Ask, Effort, Goal, Registry, Scenario, Way};
use serde_json::{Value, json};

use crate::client::{Server, example, options};

/// Battles with a trap that springs while they are read, fought or told of.
struct Trap;

static SCENARIO: TableShape = TableShape {
    name: "trap",
    doc: "A battle with a trap.",
    fields: &[Field::new("springs", Shape::whole(READ, TOLD), "when it springs").required()],
    unknown_key: "",
};
const READ: i64 = 0;
const FOUGHT: i64 = 1;
const TOLD: i64 = 2;

impl Ruleset for Trap {
    const NAME: &'static str = "trap";
    const VERSION: u32 = 1;
    const OUTCOMES: &'static [&'static str] = &["sprung"];
    type Battle = i64;
    type State = ();
    type Event = ();

    fn shape() -> &'static TableShape {
        &SCENARIO
    }

    fn template() -> &'static str {
        "ruleset = \"trap\"\nsprings = 1\n"
    }

    fn read(scenario: &Checked, _: &mut Diagnostics) -> Option<i64> {
        let springs = scenario.whole("springs")?;
        assert_ne!(springs, READ, "the trap springs");
        Some(springs)
    }

    fn measures(_: &i64) -> Vec<Measure> {
        Vec::new()
    }

    fn start(_: &i64) -> &() {
        &()
    }

    fn step<C, W>(springs: &i64, _: &mut (), chance: &mut C, _: &mut W) -> Next
    where
        C: Chance + ?Sized,
        W: Watch<()>,
    {
        let hit = chance.hit(1, 100, Die("trap"));
        assert!(*springs != FOUGHT || !hit, "the trap springs");
        Next::Over(OutcomeId(0))
    }

    fn finals(_: &i64, (): &(), _: &mut Scores) {}

    fn aftermath(_: &i64, (): &(), _: &mut dyn Draw) -> String {
        String::new()
    }

    fn capabilities() -> Capabilities<Self> {
        Capabilities { tell: Some(&Self), ..Capabilities::default() }
    }
}

impl Tell for Trap {
    fn opening(&self, _: &i64) -> String {
        String::new()
    }

    fn tell(&self, _: &i64, (): &(), _: Detail) -> Option<String> {
        None
    }

    fn closing(&self, _: &i64, (): &()) -> String {
        String::new()
    }

    fn remarks(&self, _: &Odds) -> Vec<String> {
        panic!("the trap springs")
    }
}

fn trap(springs: i64) -> Value {
    let text = format!("ruleset = \"trap\"\nsprings = {springs}\n");
    json!({ "source": { "text": text }, "trials": 10_000 })
}

/// There is one thread for jobs, and it outlives all of them: the job that was
/// under way before has the answer that it would have had alone.
#[test]
fn a_job_that_panics_fails_alone() {
    let dir = tempfile::tempdir().unwrap();
    let registry = Registry::standard().clone().with::<Trap>();
    let with_trap = fracas_serve::Options { threads: 1, registry, ..options(dir.path()) };
    let server = Server::with(with_trap);
    assert_eq!(server.get("/api/v1/rulesets").is(200).as_array().unwrap().len(), 6);
    let skirmish = example("battlescape/skirmish.toml");
    let question = json!({ "source": { "text": skirmish }, "seed": 2, "trials": 256 });
    let begun = server.post("/api/v1/odds?wait=0", &question).is(202);

    for springs in [FOUGHT, TOLD] {
        let failed = server.post("/api/v1/odds", &trap(springs)).is(422);
        let why = failed["error"]["message"].as_str().unwrap();
        assert!(why.starts_with("the engine gave up on this"), "{why}");
    }
    // Before there is a job it is the request that fails.
    assert_eq!(server.post("/api/v1/odds", &trap(READ)).is(500)["error"]["code"], "broken");
    assert_eq!(server.post("/api/v1/check", &trap(READ)["source"]).status, 500);
    let run = json!({ "source": trap(FOUGHT)["source"], "seed": 0, "trial": 0 });
    let fought: Vec<u16> = (0..400)
        .map(|trial| {
            let mut run = run.clone();
            run["trial"] = json!(trial);
            server.post("/api/v1/run", &run).status
        })
        .collect();
    assert!(fought.contains(&200) && fought.contains(&500), "{fought:?}");

    let id = begun["id"].as_str().unwrap();
    let at = format!("/api/v1/jobs/{id}");
    server.events(&format!("{at}/events"), "", |data| !data.contains("\"running\""));
    let answer = server.get(&at).is(200)["answer"]["outcomes"].clone();
    let battle = Scenario::new("skirmish.toml", skirmish).battle().unwrap();
    let ask = Ask { way: Way::Sampled(Goal::Trials(256)), ..Ask::default() };
    let odds = serde_json::to_value(battle.odds(ask, 2, &Effort::default()).unwrap()).unwrap();
    assert_eq!(answer, odds["outcomes"]);
    let told = server.get("/metrics").body;
    assert!(told.contains("fracas_jobs_running 0"), "{told}");
    assert!(told.contains("fracas_jobs_finished_total{state=\"failed\"} 2\n"), "{told}");
}
