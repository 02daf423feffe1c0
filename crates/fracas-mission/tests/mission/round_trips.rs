//! M-124: random scenarios, chains and campaigns, fought one after another:
//! what a battle leaves is always the next scenario.

use crate::common::{Told, battle, fight, read, refuse, roll};
use fracas_core::chance::{Purpose, Rolled};
use fracas_mission::battle::AgentState;
use fracas_mission::rules::recovery;
use fracas_testing::made_up::mission::{campaign, scenario};

/// Whether anybody who may be sent lives and will be back by resting.
fn somebody_is_left(told: &Told) -> bool {
    let roster = told.battle.world.agents.iter().zip(told.fought.state.roster.iter());
    let mut left = roster.filter(|(agent, member)| {
        let alive = member.now.state != AgentState::Terminated;
        agent.deploy && alive && recovery::turns_to_rest(&member.now).is_some()
    });
    left.next().is_some()
}

/// M-124: fights what is left again and again. How many battles that were.
fn fight_on(mut text: String, seed: u64) -> u32 {
    for battles in 1..=6 {
        let told = roll(&text, seed);
        text = told.aftermath();
        if !somebody_is_left(&told) {
            refuse(&text, "agent", &["nobody is left to deploy"]);
            return battles;
        }
        // Whatever is wrong with it is told by the panic.
        battle(&text);
    }
    6
}

/// Makes a scenario up.
type Maker = fn(&mut Rolled) -> String;

/// M-124: whatever can be read and fought leaves what can be read and fought.
#[test]
fn what_a_battle_leaves_is_a_scenario() {
    let makers: [Maker; 2] = [scenario, campaign];
    for (seed, make) in (19..).zip(makers) {
        let (mut read_in, mut battles) = (0, 0);
        for case in 0..400 {
            let text = make(&mut Rolled::new(seed, case, Purpose::Battle));
            if read(&text).is_ok() {
                read_in += 1;
                battles += fight_on(text, case);
            }
        }
        assert!(read_in > 100 && battles > 2 * read_in, "{read_in} scenarios, {battles} battles");
    }
}

/// M-124: whoever is at work, away or in bed when a campaign's squad comes
/// home stays behind; they do not spoil the file.
#[test]
fn the_aftermath_of_a_campaign() {
    let text = include_str!("../../../../examples/mission/campaign.toml");
    for seed in 0..20 {
        let told = roll(text, seed);
        let next = battle(&told.aftermath());
        assert!(next.squad > 0, "seed {seed}");
        let behind =
            |id: &str| next.world.agents.iter().any(|agent| agent.id == id && !agent.deploy);
        assert!(behind("lund") && behind("ode"), "seed {seed}");
    }
    // Nobody of the squad survives: the others rest until the first is ready.
    let doom = "[[agent]]\nid = \"a\"\n[[agent]]\nid = \"b\"\nwounds = 7\nstate = \"Recovering\"\n\
                [[site]]\nid = \"s\"\nfaction = { id = \"blue\", threat = 1 }\n[[site.enemy]]\nid = \"e\"\nskill = 900\nhp = 900\nweapon = [900, 900]\n\
                [[faction]]\nid = \"blue\"\nname = \"The Blues\"\n";
    let told = fight(doom, "1, 10000/900 of 900-900");
    let next = told.next();
    assert_eq!((told.outcome(), next.rest_turns, next.squad), ("wiped", 12, 1));
    assert_eq!(next.world.factions[0].called(), "The Blues");
}

/// M-128: turns stop at a billion, as a file may say.
#[test]
fn turns_do_not_pass_their_limit() {
    let last = "rest_turns = 3\n[[agent]]\nid = \"a\"\n[[enemy]]\nid = \"e\"\nskill = 1\nhp = 1\nweapon = 1\n\
                [player]\nturn = 999999999\n";
    let told = fight(last, "10000/5 of 5-15");
    assert_eq!(told.fought.state.accounts.turn, 1_000_000_000);
    assert_eq!(told.next().start.accounts.turn, 1_000_000_000);
}

/// M-128: what is added to an id counts, wherever it is added.
#[test]
fn ids_that_grow_too_long() {
    let long = "x".repeat(99);
    let agents = format!("[[agent]]\nid = \"{long}\"\ncount = 2\n");
    let enemy = |id: &str, more: &str| {
        format!("[[enemy]]\nid = \"{id}\"\nskill = 1\nhp = 1\nweapon = 1\n{more}")
    };
    let says = ["has 101 characters; allowed are 100", "numbers that are added"];
    refuse(&(agents.clone() + &enemy("e", "")), "agent[0].id", &says);
    let one = "[[agent]]\nid = \"a\"\n";
    assert!(read(&(one.to_owned() + &enemy(&long, ""))).is_ok());
    refuse(&(one.to_owned() + &enemy(&long, "count = 1\n")), "enemy", &says);
    let next =
        format!("[[next]]\nenemy = [{{ id = \"{long}\", skill = 1, hp = 1, weapon = 1 }}]\n");
    refuse(&(one.to_owned() + &enemy("e", "") + &next), "next[0]", &says);
    let kind = format!(
        "[enemy_types.{long}]\nskill = 1\nhp = 1\nweapon = 1\n[mission]\nenemies = \"1 {long}\"\n"
    );
    refuse(&(one.to_owned() + &kind), "mission", &says);
}

/// M-99, M-125: the names of later battles' enemies are unique too.
#[test]
fn ids_that_become_the_same() {
    let next = "[[next]]\nenemy = [{ id = \"e\", skill = 1, hp = 1, weapon = 1 }]\n";
    let enemy = |id: &str| format!("[[enemy]]\nid = \"{id}\"\nskill = 1\nhp = 1\nweapon = 1\n");
    let twice = format!("[[agent]]\nid = \"a\"\n{}{next}", enemy("2/e"));
    refuse(&twice, "next[0]", &["there are two enemies `2/e`"]);
    let both = format!("[[agent]]\nid = \"2/e\"\n{}{next}", enemy("f"));
    refuse(&both, "next[0]", &["`2/e` is an agent and an enemy"]);
}

/// M-100: enemies that are kept in a chain are no more than a side may have.
#[test]
fn too_many_are_kept() {
    let text = "after_failure = \"continue\"\nkeep_enemies = true\n[[agent]]\nid = \"a\"\n\
                [mission]\nenemies = \"600 Initiate\"\n[[next]]\nenemies = \"401 Initiate\"\n";
    refuse(text, "keep_enemies", &["1001 enemies may come together; allowed are 1000"]);
    assert!(read(&text.replace("401", "400")).is_ok());
    assert!(read(&text.replace("keep_enemies = true", "keep_enemies = false")).is_ok());
}
