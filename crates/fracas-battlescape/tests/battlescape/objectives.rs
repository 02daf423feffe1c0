//! §17: objectives and how battles end.

use fracas_battlescape::Battlescape;
use fracas_battlescape::battle::Battle;
use fracas_battlescape::report::closing;
use fracas_battlescape::report::summary::summary;
use fracas_battlescape::state::{Ending, Fate, Phase, Progress, Reason};

use crate::common::{battle, refuse, skirmish};
use crate::drill::Stage;
use fracas_testing::{expect_said, refused};

const ROWS: &str = "P . . . . . . . . . . . . . E\nP . . . . . . . . . . . . . E";

/// Two men and two sectoids who do not see each other, with these objectives
/// and whatever else belongs to them.
fn mission(objectives: &str) -> Battle {
    mission_with("", objectives)
}

fn mission_with(more: &str, objectives: &str) -> Battle {
    let text = skirmish(ROWS, &format!("light = 'dark'\n{more}"));
    let (text, _) = text.split_once("[[objective]]").unwrap();
    battle(&format!("{text}{objectives}"))
}

fn primary(kind: &str, keys: &str) -> String {
    format!("[[objective]]\nkind = '{kind}'\nprimary = true\n{keys}\n")
}

fn kill(stage: &mut Stage<'_>, name: &str) {
    let unit = stage.id(name);
    stage.fight(|fight| fight.hurt(unit, 999, None));
}

fn put(stage: &mut Stage<'_>, name: &str, col: usize, row: usize) {
    let (unit, to) = (stage.id(name), stage.battle.field.at(col, row).unwrap());
    stage.state.move_to(unit, to);
}

fn progress(stage: &Stage<'_>, number: usize) -> (bool, bool) {
    let Progress { done, lost, .. } = stage.state.progress[number - 1];
    (done, lost)
}

fn end(stage: &Stage<'_>) -> Option<(Ending, Reason)> {
    stage.state.ended
}

const WON: Option<(Ending, Reason)> = Some((Ending::Victory, Reason::ObjectiveDone));
const LOST: Option<(Ending, Reason)> = Some((Ending::Failed, Reason::ObjectiveLost));

/// Passes to the end of a turn.
fn resolve(stage: &mut Stage<'_>) {
    let turn = stage.state.turn;
    while end(stage).is_none() && stage.state.turn == turn {
        stage.pass();
    }
}

/// B-250, B-255, B-257, C-38 eliminate: stunned enemies do not count,
/// controlled ones do.
#[test]
fn b_255_eliminate() {
    let b = mission(&primary("eliminate", ""));
    let mut stage = Stage::new(&b, "recover 100: 90");
    kill(&mut stage, "sectoid 1");
    let last = stage.id("sectoid 2");
    stage.fight(|fight| fight.stun(last, 3));
    resolve(&mut stage);
    assert_eq!(end(&stage), WON);
    stage.finish();

    let mut stage = Stage::new(&b, "");
    kill(&mut stage, "sectoid 1");
    stage.unit_mut("sectoid 2").controlled = Some(fracas_battlescape::battle::Side::Player);
    resolve(&mut stage);
    assert_eq!(end(&stage), None);
}

/// B-255, B-256 assassinate.
#[test]
fn b_255_assassinate() {
    let b = mission(&primary("assassinate", "unit = 'sectoid 2'"));
    let mut stage = Stage::new(&b, "");
    kill(&mut stage, "sectoid 1");
    resolve(&mut stage);
    assert_eq!((end(&stage), progress(&stage, 1)), (None, (false, false)));
    kill(&mut stage, "sectoid 2");
    resolve(&mut stage);
    assert_eq!((end(&stage), progress(&stage, 1)), (WON, (true, false)));
}

/// B-255 reach: all able men, or as many as needed.
#[test]
fn b_255_reach() {
    for (need, arrived) in [("", 2), ("need = 1", 1)] {
        let b = mission(&primary("reach", &format!("zone = 'east'\n{need}")));
        let mut stage = Stage::new(&b, "");
        kill(&mut stage, "sectoid 1");
        kill(&mut stage, "sectoid 2");
        put(&mut stage, "rifleman 1", 14, 0);
        resolve(&mut stage);
        assert_eq!(end(&stage).is_some(), arrived == 1);
        if arrived == 2 {
            put(&mut stage, "rifleman 2", 14, 1);
            resolve(&mut stage);
            assert_eq!(end(&stage), WON);
        }
    }
}

/// B-255 hold: so many checks in a row, with no able enemy inside.
#[test]
fn b_255_hold() {
    let b = mission(&primary("hold", "zone = 'west'\nturns = 2"));
    let mut stage = Stage::new(&b, "");
    resolve(&mut stage);
    assert_eq!(stage.state.progress[0].held, 1);
    put(&mut stage, "rifleman 2", 2, 1);
    put(&mut stage, "sectoid 1", 0, 1);
    resolve(&mut stage);
    assert_eq!(stage.state.progress[0].held, 0);
    kill(&mut stage, "sectoid 1");
    resolve(&mut stage);
    assert_eq!(end(&stage), None);
    resolve(&mut stage);
    assert_eq!((end(&stage), stage.state.turn), (WON, 4));
}

/// B-255 survive, and B-251 (a) before (b): nobody is left to have survived.
#[test]
fn b_255_survive() {
    let b = mission(&primary("survive", "turns = 2"));
    let mut stage = Stage::new(&b, "");
    stage.until(2, Phase::Player);
    kill(&mut stage, "rifleman 1");
    resolve(&mut stage);
    assert_eq!((end(&stage), stage.state.turn), (WON, 2));

    let mut stage = Stage::new(&b, "");
    stage.until(2, Phase::Player);
    kill(&mut stage, "rifleman 1");
    kill(&mut stage, "rifleman 2");
    resolve(&mut stage);
    assert_eq!(end(&stage), Some((Ending::Defeat, Reason::SquadLost)));
}

/// B-255 interact: a man used the object.
#[test]
fn b_255_interact() {
    let object = "[[object]]\nname = 'terminal'\nat = [1, 0]\n";
    let b = mission(&(primary("interact", "object = 'terminal'") + object));
    let mut stage = Stage::new(&b, "");
    stage.order("rifleman 1: interact terminal");
    assert_eq!((stage.tu("rifleman 1"), end(&stage)), (90, None));
    resolve(&mut stage);
    assert_eq!(end(&stage), WON);
}

fn rescue(keys: &str, more: &str) -> Battle {
    let civilians = "[[squad]]\nside = 'neutral'\nunits = [\
        { class = 'civilian', name = 'Ann', at = [6, 0] },\
        { class = 'civilian', name = 'Bob', at = [7, 0] }]\n";
    mission(&(primary("rescue", keys) + civilians + more))
}

/// B-252, B-255 rescue: into the zone or off the map over it; lost when too
/// few are left.
#[test]
fn b_255_rescue() {
    let exit = "[[zone]]\nname = 'west'\nexit = true\n";
    let b = rescue("to = 'west'", exit);
    let mut stage = Stage::new(&b, "");
    put(&mut stage, "rifleman 1", 3, 0);
    put(&mut stage, "rifleman 2", 3, 1);
    put(&mut stage, "Ann", 0, 0);
    resolve(&mut stage);
    assert_eq!(end(&stage), None);
    stage.until(2, Phase::Neutral);
    stage.order("Ann: exit");
    put(&mut stage, "Bob", 0, 1);
    resolve(&mut stage);
    assert_eq!(end(&stage), WON);

    let mut stage = Stage::new(&b, "");
    kill(&mut stage, "Bob");
    resolve(&mut stage);
    assert_eq!((end(&stage), progress(&stage, 1)), (LOST, (false, true)));

    let b = rescue("to = 'west'\nneed = 1", "");
    let mut stage = Stage::new(&b, "");
    kill(&mut stage, "Bob");
    resolve(&mut stage);
    assert_eq!(end(&stage), None);
    put(&mut stage, "rifleman 1", 3, 0);
    put(&mut stage, "Ann", 0, 0);
    resolve(&mut stage);
    assert_eq!(end(&stage), WON);
}

/// B-255 protect: alive at the turn, or when no able enemy is left.
#[test]
fn b_255_protect() {
    let b = mission_with("time_limit = 2", &primary("protect", "unit = 'rifleman 2'"));
    let mut stage = Stage::new(&b, "");
    resolve(&mut stage);
    assert_eq!(end(&stage), None);
    resolve(&mut stage);
    assert_eq!((end(&stage), stage.state.turn), (WON, 2));

    let mut stage = Stage::new(&b, "");
    kill(&mut stage, "sectoid 1");
    kill(&mut stage, "sectoid 2");
    resolve(&mut stage);
    assert_eq!((end(&stage), stage.state.turn), (WON, 1));

    let mut stage = Stage::new(&b, "");
    kill(&mut stage, "rifleman 2");
    resolve(&mut stage);
    assert_eq!(end(&stage), LOST);
}

const EXIT: &str = "[[zone]]\nname = 'west'\nexit = true\n";

/// B-252, B-255 escape: leaving costs nothing, over an exit zone, unengaged.
#[test]
fn b_255_escape() {
    let b = mission(&(primary("escape", "zone = 'west'") + EXIT));
    let mut stage = Stage::new(&b, "");
    put(&mut stage, "rifleman 2", 5, 0);
    assert!(stage.refused("rifleman 2: exit").contains("exit zone"));
    stage.order("rifleman 1: exit");
    assert_eq!((stage.unit("rifleman 1").fate, stage.tu("rifleman 1")), (Fate::Escaped, 100));
    resolve(&mut stage);
    assert_eq!(end(&stage), None);
    put(&mut stage, "rifleman 2", 0, 1);
    stage.order("rifleman 2: exit");
    assert_eq!(end(&stage), None);
    resolve(&mut stage);
    assert_eq!(end(&stage), WON);

    let b = mission(&(primary("escape", "zone = 'west'\nneed = 2") + EXIT));
    let mut stage = Stage::new(&b, "");
    kill(&mut stage, "rifleman 2");
    resolve(&mut stage);
    assert_eq!(end(&stage), LOST);
}

/// B-252: nobody leaves who is engaged, and no enemy leaves at all.
#[test]
fn b_252_leaving_is_refused() {
    let b = mission(&(primary("escape", "zone = 'west'") + EXIT));
    let mut stage = Stage::new(&b, "");
    put(&mut stage, "sectoid 1", 1, 0);
    stage.fight(|fight| fight.refresh_all());
    assert!(stage.refused("rifleman 1: exit").contains("engaged"));
    put(&mut stage, "sectoid 2", 0, 1);
    stage.pass();
    assert!(stage.refused("sectoid 2: exit").contains("cannot leave"));
}

/// B-255, B-256 capture: stunned, with an able man beside it; lost with its
/// life.
#[test]
fn b_255_capture() {
    let b = mission(&primary("capture", "unit = 'sectoid 1'"));
    let mut stage = Stage::new(&b, "recover 100: 50, recover 100: 50");
    let target = stage.id("sectoid 1");
    stage.fight(|fight| fight.stun(target, 5));
    resolve(&mut stage);
    assert_eq!(end(&stage), None);
    put(&mut stage, "rifleman 1", 13, 0);
    resolve(&mut stage);
    assert_eq!(end(&stage), WON);
    stage.finish();

    let mut stage = Stage::new(&b, "");
    kill(&mut stage, "sectoid 1");
    resolve(&mut stage);
    assert_eq!(end(&stage), LOST);
}

/// B-251 (c), B-256, C-33: all able men have left. Unless the primary goal is
/// met by it that is a withdrawal; a stunned man left behind is missing.
#[test]
fn b_251_everybody_has_left() {
    let b = mission(&(primary("eliminate", "") + EXIT));
    let mut stage = Stage::new(&b, "recover 100: 50");
    let man = stage.id("rifleman 2");
    stage.fight(|fight| fight.stun(man, 3));
    stage.order("rifleman 1: exit");
    resolve(&mut stage);
    assert_eq!(end(&stage), Some((Ending::Withdrawn, Reason::Escaped)));
    let told = summary(&b, &stage.state);
    assert_eq!((told.casualties.player[0].fate, told.survivors.len()), ("missing", 1));
    assert_eq!((stage.unit("rifleman 1").xp, stage.unit("rifleman 2").xp), (50, 0));
    stage.finish();

    let rescue = "[[objective]]\nkind = 'escape'\nzone = 'west'\nneed = 2\n";
    let b = mission(&(primary("eliminate", "") + rescue + EXIT));
    let mut stage = Stage::new(&b, "recover 100: 50");
    let man = stage.id("rifleman 2");
    stage.fight(|fight| fight.stun(man, 3));
    stage.order("rifleman 1: exit");
    resolve(&mut stage);
    assert_eq!(end(&stage), Some((Ending::Withdrawn, Reason::Escaped)));
    assert_eq!((progress(&stage, 2), summary(&b, &stage.state).escaped), ((false, false), 1));
    assert!(closing(&b, &stage.state).contains("1 of 2 left the map"));

    // One of two that were to get out is no victory either.
    let b = mission(&(primary("escape", "zone = 'west'\nneed = 2") + EXIT));
    let mut stage = Stage::new(&b, "");
    kill(&mut stage, "rifleman 2");
    stage.order("rifleman 1: exit");
    resolve(&mut stage);
    assert_eq!(end(&stage), Some((Ending::Withdrawn, Reason::Escaped)));
}

const TERMINAL: &str = "[[object]]\nname = 'terminal'\nat = [1, 0]\n";

/// The terminal, then out.
fn in_turn() -> String {
    let use_it = "[[objective]]\nkind = 'interact'\nobject = 'terminal'\n";
    use_it.to_owned() + &primary("escape", "zone = 'west'\nafter = 1") + EXIT + TERMINAL
}

/// B-250, B-251: an objective with `after` counts only once that one is done;
/// who leaves before withdraws.
#[test]
fn b_250_objectives_follow_each_other() {
    let b = mission(&in_turn());
    let mut stage = Stage::new(&b, "");
    stage.order("rifleman 1: exit");
    stage.order("rifleman 2: exit");
    resolve(&mut stage);
    assert_eq!(end(&stage), Some((Ending::Withdrawn, Reason::Escaped)));
    assert_eq!((progress(&stage, 1), progress(&stage, 2)), ((false, false), (false, false)));

    // In one turn: the first is judged before the one that follows it.
    let mut stage = Stage::new(&b, "");
    stage.order("rifleman 1: interact terminal");
    stage.order("rifleman 1: exit");
    stage.order("rifleman 2: exit");
    resolve(&mut stage);
    assert_eq!(end(&stage), WON);
    assert_eq!((progress(&stage, 1), progress(&stage, 2)), ((true, false), (true, false)));
}

/// B-250: judged in their order, wherever they stand in the file; turns held
/// and objects used before their time do not count.
#[test]
fn b_250_what_was_done_too_early() {
    let hold = "[[objective]]\nkind = 'hold'\nzone = 'west'\nturns = 2\nafter = 3\n";
    let again = "[[objective]]\nkind = 'interact'\nobject = 'terminal'\nafter = 2\n";
    let goals = primary("eliminate", "") + hold + "[[objective]]\nkind = 'survive'\nturns = 2\n";
    let b = mission(&(goals + again + TERMINAL));
    let mut stage = Stage::new(&b, "");
    stage.order("rifleman 1: interact terminal");
    resolve(&mut stage);
    assert_eq!((stage.state.progress[1].held, stage.state.progress[3].used), (0, false));
    // Turn 2: survived, and the zone is held for the first time.
    resolve(&mut stage);
    assert_eq!((progress(&stage, 3), stage.state.progress[1].held), ((true, false), 1));
    resolve(&mut stage);
    assert_eq!((progress(&stage, 2), progress(&stage, 4)), ((true, false), (false, false)));
    stage.order("rifleman 1: interact terminal");
    resolve(&mut stage);
    assert_eq!(progress(&stage, 4), (true, false));
}

/// B-250, B-255: what comes after a lost one is lost, and nobody is protected
/// before that counts.
#[test]
fn b_250_nothing_follows_what_is_lost() {
    let first = "[[objective]]\nkind = 'assassinate'\nunit = 'sectoid 1'\n";
    let keep = "[[objective]]\nkind = 'protect'\nunit = 'rifleman 2'\nafter = 1\n";
    let b = mission(&(first.to_owned() + keep + &primary("survive", "turns = 9\nafter = 1")));
    let mut stage = Stage::new(&b, "");
    let target = stage.id("sectoid 1");
    stage.state.take_off(target);
    stage.state.unit_mut(target).fate = Fate::Escaped;
    resolve(&mut stage);
    assert_eq!(end(&stage), LOST);
    for number in 1..=3 {
        assert_eq!(progress(&stage, number), (false, true), "{number}");
    }

    let b = mission(&(first.to_owned() + keep + &primary("survive", "turns = 1")));
    let mut stage = Stage::new(&b, "");
    resolve(&mut stage);
    assert_eq!((end(&stage), progress(&stage, 2)), (WON, (false, false)));
}

/// B-250: `after` names an objective, and no ring.
#[test]
fn b_250_an_order_that_is_none() {
    let goals = |keys: &str| {
        let text = skirmish(ROWS, "");
        let (text, _) = text.split_once("[[objective]]").unwrap();
        let second = "[[objective]]\nkind = 'survive'\nturns = 3\nafter = 1\n";
        format!("{text}{}{second}", primary("eliminate", keys))
    };
    refuse(&goals("after = 7"), "objective[0].after", &["after 7", "not there", "1 to 2"]);
    let (_, words) = refused::<Battlescape>(&goals("after = 2"), &[]);
    expect_said(&words, &["objective 1 would have to be done before itself"]);
    refuse(&goals("after = 0"), "objective[0].after", &["0"]);
}

/// B-251 (d), B-252: the time limit, and turn 60 without one.
#[test]
fn b_252_time_runs_out() {
    let b = mission_with("time_limit = 3", &primary("eliminate", ""));
    let mut stage = Stage::new(&b, "");
    while stage.pass().is_some() {}
    assert_eq!(end(&stage), Some((Ending::Failed, Reason::TimeLimit)));
    assert_eq!(stage.state.turn, 3);

    let b = mission(&primary("eliminate", ""));
    let mut stage = Stage::new(&b, "");
    while stage.pass().is_some() {}
    assert_eq!(end(&stage), Some((Ending::Failed, Reason::Stalemate)));
    assert_eq!(stage.state.turn, 60);
}

/// B-250: a secondary objective counts from its trigger on and lifts morale
/// when done (B-231).
#[test]
fn b_250_triggers() {
    let second = "[[objective]]\nkind = 'reach'\nzone = 'west'\ntrigger = 2\n";
    let b = mission(&(primary("eliminate", "") + second));
    let mut stage = Stage::new(&b, "");
    stage.unit_mut("rifleman 1").morale = 80;
    resolve(&mut stage);
    assert_eq!(progress(&stage, 2), (false, false));
    resolve(&mut stage);
    assert_eq!(progress(&stage, 2), (true, false));
    assert_eq!(stage.unit("rifleman 1").morale, 90);
    assert_eq!(stage.unit("rifleman 2").morale, 100);
}

/// B-253: the summary of a victory with salvage, and of a defeat with losses.
#[test]
fn b_253_mission_summary() {
    let b = mission(&primary("eliminate", ""));
    let mut stage = Stage::new(&b, "");
    let killer = stage.id("rifleman 1");
    for name in ["sectoid 1", "sectoid 2"] {
        let unit = stage.id(name);
        stage.fight(|fight| fight.hurt(unit, 999, Some(killer)));
    }
    kill(&mut stage, "rifleman 2");
    resolve(&mut stage);
    let told = summary(&b, &stage.state);
    assert_eq!((told.outcome, told.reason), (Some("victory"), Some("objective_done")));
    assert_eq!((told.turns, told.objectives[0].status), (1, "done"));
    assert_eq!(told.casualties.enemy[0].killer.as_deref(), Some("rifleman 1"));
    assert_eq!(told.casualties.player[0].fate, "dead");
    // B-254: first damage 10, two kills 100, survival 50, victory 100.
    let survivor = &told.survivors[0];
    assert_eq!((survivor.xp, survivor.hp, survivor.ammo), (260, [60, 60], 210));
    assert_eq!(survivor.rank, 1);
    assert!(told.salvage.contains(&"plasma_pistol".to_owned()));
    assert!(told.salvage.contains(&"frag_grenade".to_owned()), "it lies beside its dead owner");
    assert_eq!((told.lost.len(), told.options.len()), (0, 3));

    let mut stage = Stage::new(&b, "");
    kill(&mut stage, "rifleman 1");
    kill(&mut stage, "rifleman 2");
    resolve(&mut stage);
    let told = summary(&b, &stage.state);
    assert_eq!(told.outcome, Some("defeat"));
    assert!(told.salvage.is_empty() && told.lost.contains(&"assault_rifle".to_owned()));
    assert_eq!(told.options, ["reload", "abort"]);
}

/// B-254: survival 50, victory 100, for the squad; a first wound 10, a leader
/// 100.
#[test]
fn b_254_experience() {
    let b = mission(&primary("survive", "turns = 1"));
    let mut stage = Stage::new(&b, "");
    let (man, alien) = (stage.id("rifleman 1"), stage.id("sectoid 1"));
    stage.fight(|fight| fight.hurt(alien, 1, Some(man)));
    stage.fight(|fight| fight.hurt(alien, 1, Some(man)));
    resolve(&mut stage);
    assert_eq!((stage.unit("rifleman 1").xp, stage.unit("rifleman 2").xp), (160, 150));
    assert_eq!(stage.unit("sectoid 2").xp, 0);
    let xp = &b.data.xp;
    assert_eq!((xp.leader, xp.ranks), (100, [100, 300, 600, 1000, 1500, 2000]));
}

/// B-255: whoever is to be protected and lives when the battle ends was
/// protected.
#[test]
fn b_255_protected_to_the_end() {
    let guard = "[[objective]]\nkind = 'protect'\nunit = 'rifleman 2'\n";
    let b = mission(&(primary("assassinate", "unit = 'sectoid 1'") + guard));
    for dies in [false, true] {
        let mut stage = Stage::new(&b, "");
        if dies {
            kill(&mut stage, "rifleman 2");
        }
        kill(&mut stage, "sectoid 1");
        resolve(&mut stage);
        assert_eq!((end(&stage), progress(&stage, 2)), (WON, (!dies, dies)));
    }
}
