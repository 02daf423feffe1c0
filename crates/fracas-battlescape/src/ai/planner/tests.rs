//! What plans are weighed by (B-282, B-283), figure by figure.

use fracas_core::chance::{Purpose, Rolled};
use fracas_core::watch::Scores;

use super::Scene;
use super::figures::Figures;
use super::foes::Foe;
use crate::Battlescape;
use crate::ai::Brain;
use crate::battle::{Battle, UnitId};
use crate::data::{FireMode, Mode, Strength};
use crate::field::Spot;
use crate::orders::Order;
use crate::rules::Fight;
use crate::rules::phases::Command;
use crate::state::{Panic, State, Unit};
use crate::view::{Posture, View};

/// Who weighs.
const VEGA: UnitId = UnitId(0);

/// A rifleman at the left end of open ground and enemies that look at him.
struct Stage {
    battle: Battle,
    state: State,
}

impl Stage {
    fn new(himself: &str, enemies: &[(&str, usize, usize)]) -> Self {
        Self::by_rules("", himself, enemies)
    }

    /// The same by rules of its own.
    fn by_rules(rules: &str, himself: &str, enemies: &[(&str, usize, usize)]) -> Self {
        let line = ". . . . . . . . . . . . . . . .\n";
        let enemies: Vec<String> = enemies
            .iter()
            .map(|(class, col, row)| {
                format!("{{ class = '{class}', at = [{col}, {row}], facing = 'W' }}")
            })
            .collect();
        let battle = fracas_testing::battle::<Battlescape>(
            &format!(
                "rules = {{ {rules} }}\n[map]\nrows = '''\n{}'''\n[[squad]]\nside = 'player'\nunits = [\
                 {{ class = 'rifleman', at = [1, 2], vision = 16, facing = 'E', {himself} }}]\n\
                 [[squad]]\nside = 'enemy'\nunits = [{}]\n\
                 [[objective]]\nkind = 'eliminate'\nprimary = true\n",
                line.repeat(5),
                enemies.join(", ")
            ),
            &[],
        );
        let state = battle.start.clone();
        let mut stage = Self { battle, state };
        let mut fight = Fight {
            battle: &stage.battle,
            state: &mut stage.state,
            chance: &mut Rolled::new(1, 1, Purpose::Battle),
            watch: &mut Scores::new(vec![0; 64]),
        };
        fight.refresh_all();
        fight.next_to_act(Command::Player);
        stage
    }

    /// Shows what Vega weighs by.
    fn weigh<T>(&self, look: impl FnOnce(&Scene<'_, '_>) -> T) -> T {
        let view = View::of_unit(&self.battle, &self.state, VEGA);
        let brain = Brain::new(view, VEGA, Strength::Veteran);
        look(&Scene::new(&brain))
    }

    fn enemy(&mut self) -> &mut Unit {
        self.state.unit_mut(UnitId(1))
    }

    fn at(&self, col: usize, row: usize) -> Spot {
        self.battle.field.at(col, row).expect("on the map")
    }
}

/// Whether two numbers are nearly the same: shares are rounded.
fn near(one: i64, other: i64) -> bool {
    (one - other).abs() <= 4
}

/// What an enemy is worth, in hundredths.
fn worth(stage: &Stage) -> i64 {
    stage.weigh(|scene| scene.foes[0].worth)
}

/// B-283: worth is 10 HP and what somebody would take at four hexes with 100
/// time units, at most 40; little of that if he panics or is suppressed.
#[test]
fn b_283_worth_of_an_enemy() {
    let mut stage = Stage::new("", &[("sectoid", 8, 2)]);
    let takes = |stage: &Stage, distance| {
        stage.weigh(|scene| {
            let foe: &Foe<'_> = &scene.foes[0];
            foe.rate(&scene.brain.view, distance, Posture::Open)
        })
    };
    let at_four = takes(&stage, 4);
    assert!((500..4000).contains(&at_four), "{at_four}");
    assert!(at_four != takes(&stage, 1) && at_four != takes(&stage, 8));
    assert_eq!(worth(&stage), 1000 + at_four);
    stage.enemy().suppression = 3;
    assert_eq!(worth(&stage), 1000 + at_four * 55 / 100);
    stage.enemy().panic = Some(Panic { resolutions: 0, lost_phase: false });
    assert_eq!(worth(&stage), 1000 + at_four * 15 / 100);

    let deadly = "'weapon.plasma_pistol.dice' = '20d10'";
    let stage = Stage::by_rules(deadly, "", &[("sectoid", 8, 2)]);
    assert!(takes(&stage, 4) > 4000);
    assert_eq!(worth(&stage), 5000, "at most 40");
}

/// B-283: E + worth × (¼ E/HP + ¾ (E/HP)²).
#[test]
fn b_283_worth_of_a_loss() {
    Stage::new("", &[("sectoid", 8, 2)]).weigh(|scene| {
        let foe = &scene.foes[0];
        let (hp, worth) = (foe.hp, foe.worth);
        assert_eq!(hp, 4500);
        assert_eq!(scene.loss_worth(foe, 0), 0);
        let third = scene.loss_worth(foe, hp / 3);
        assert!(near(third, hp / 3 + worth / 12 + worth / 12), "{third}");
        let half = scene.loss_worth(foe, hp / 2);
        assert!(near(half, hp / 2 + worth / 8 + worth * 3 / 16), "{half}");
        assert!(near(scene.loss_worth(foe, hp), hp + worth));
    });
}

/// B-283: 0.12 HP for every time unit left, up to the 50 that are carried.
#[test]
fn b_283_worth_of_time() {
    Stage::new("", &[("sectoid", 8, 2)]).weigh(|scene| {
        for (tu, worth) in [(0, 0), (1, 12), (50, 600), (51, 600), (100, 600)] {
            // Time that is not carried tells equal plans apart, no more.
            assert!((worth..worth + 15).contains(&scene.spare(tu)), "{tu}");
        }
    });
}

/// B-283: 60% of the worth of an enemy that is made suppressed, once.
#[test]
fn b_283_worth_of_keeping_a_head_down() {
    let mut stage = Stage::new("", &[("sectoid", 8, 2)]);
    let pins = |stage: &Stage, points| stage.weigh(|scene| scene.pins(&scene.foes[0], points));
    let much = worth(&stage) * 60 / 100;
    assert!(near(pins(&stage, 3), much));
    assert!(near(pins(&stage, 9), much), "not more than that");
    assert_eq!(pins(&stage, 1), 0, "one attack does not");
    stage.enemy().suppression = 3;
    assert_eq!(pins(&stage, 3), 0, "he is");
    stage.enemy().suppression = 0;
    stage.enemy().panic = Some(Panic { resolutions: 0, lost_phase: false });
    assert_eq!(pins(&stage, 3), 0, "he panics");
}

/// B-283: a blast makes everybody suppressed within three hexes; 70% of that
/// counts.
#[test]
fn b_283_worth_of_a_blast_for_heads_kept_down() {
    let stage = Stage::new("", &[("sectoid", 8, 2), ("sectoid", 12, 2)]);
    let one = stage.weigh(|scene| scene.foes[0].worth * 60 / 100 * 70 / 100);
    let pins = |col| stage.weigh(|scene| scene.blast_pins(stage.at(col, 2)));
    assert!(near(pins(8), one), "on one of them, four from the other");
    assert!(pins(5) > 0, "three from one of them");
    assert_eq!(pins(4), 0, "four from one of them");
    assert!(pins(9) > pins(5), "both of them");
}

/// The mode of the best attacks from where he is, what they are expected to
/// take, and what they are worth.
fn volley(stage: &Stage, tu: u16) -> Option<(FireMode, i64, i64)> {
    stage.weigh(|scene| {
        let volley = scene.volley(scene.brain.stand(), false, tu)?;
        let Order::Attack { mode, .. } = volley.order else { panic!("{:?}", volley.order) };
        Some((mode, volley.expected, volley.value))
    })
}

/// What one attack in a mode is expected to take.
fn once(stage: &Stage, mode: FireMode) -> i64 {
    stage.weigh(|scene| scene.brain.aims[0].map_or(0, |aim| i64::from(aim.expected(mode))))
}

/// B-283: attacks on one enemy are added up, the same mode up to five times, as
/// far as time and rounds go, and take no more than he has.
#[test]
fn b_283_attacks_are_added_up() {
    let snap = "items = [], weapon = 'sniper_rifle'";
    let stage = Stage::new(snap, &[("sentry_tank", 6, 2)]);
    let (mode, expected, _) = volley(&stage, 400).expect("attacks");
    let each = once(&stage, mode);
    assert!(each > 0);
    assert_eq!(expected, 5 * each, "{mode:?}: five times");

    let stage = Stage::new(&format!("{snap}, ammo = [2, 5]"), &[("sentry_tank", 6, 2)]);
    let (mode, expected, _) = volley(&stage, 400).expect("attacks");
    assert_eq!(expected, 2 * once(&stage, mode), "{mode:?}: two rounds");

    let mut stage = Stage::new("items = []", &[("sectoid", 4, 2)]);
    stage.enemy().hp = 5;
    assert_eq!(volley(&stage, 150).map(|(_, expected, _)| expected), Some(500));
}

/// B-283: two attacks suppress, or automatic fire by itself.
#[test]
fn b_283_attacks_that_keep_heads_down() {
    for (weapon, tu, mode, pinned) in [
        ("sniper_rifle", 30, FireMode::Snap, 0),
        ("sniper_rifle", 60, FireMode::Snap, 60),
        ("machine_gun", 80, FireMode::Auto, 60),
    ] {
        let himself = format!("accuracy = 90, weapon = '{weapon}'");
        let stage = Stage::new(&himself, &[("muton", 4, 2)]);
        let (found, expected, value) = volley(&stage, tu).expect("attacks");
        assert_eq!(found, mode, "{weapon}, {tu}");
        stage.weigh(|scene| {
            // All of the time is used.
            let foe = &scene.foes[0];
            let besides = value - scene.loss_worth(foe, expected);
            assert!(near(besides, foe.worth * pinned / 100), "{weapon}, {tu}: {besides}");
        });
    }
}

/// B-282: an aggressive, searching or cautious unit that has done nothing for
/// two turns counts a quarter of its care, 2 HP more for every hex nearer to
/// the enemy and 10 HP less for waiting; nobody else does.
#[test]
fn b_282_idle_figures() {
    let of = |mode, idle| {
        let figures = Figures::of(mode, 1, idle);
        (figures.care, figures.closer, figures.waits)
    };
    for mode in Mode::ALL {
        let (care, closer, waits) = of(mode, 0);
        assert_eq!(waits, 0);
        assert_eq!(of(mode, 1), of(mode, 0), "{mode:?}");
        let attacks = matches!(mode, Mode::Aggressive | Mode::Search | Mode::Cautious);
        let idle = if attacks { (care / 4, closer + 200, 1000) } else { (care, closer, waits) };
        assert_eq!(of(mode, 2), idle, "{mode:?}");
        assert_eq!(of(mode, 9), idle, "{mode:?}");
    }
}

/// B-284: from turn 3 on a hex nearer to the enemy is worth more every turn to
/// an aggressive unit, up to turn 8; to nobody else.
#[test]
fn b_284_who_attacks_presses_on() {
    let closer = |mode, turn| Figures::of(mode, turn, 0).closer;
    let worth = [1, 2, 3, 4, 8, 9, 60].map(|turn| closer(Mode::Aggressive, turn));
    assert_eq!(worth, [60, 60, 140, 220, 540, 540, 540]);
    for mode in [Mode::Defensive, Mode::Cautious, Mode::Search, Mode::Hold] {
        assert_eq!(closer(mode, 1), closer(mode, 60), "{mode:?}");
    }
}

/// B-286: who is on hold keeps as much on his way as who defends.
#[test]
fn b_286_hold_keeps_what_defensive_keeps() {
    let keep = |mode| Figures::of(mode, 1, 0).keep;
    assert_eq!(keep(Mode::Hold), keep(Mode::Defensive));
}

/// B-285: leaders, and whoever has a medikit to use, take more care and let the
/// others go first.
#[test]
fn b_285_who_is_needed_lets_others_go_first() {
    let weighs = |himself: &str| {
        let stage = Stage::new(himself, &[("sectoid", 9, 3)]);
        stage.weigh(|scene| (scene.figures.care, scene.figures.closer, scene.figures.keep))
    };
    let figures = Figures::of(Mode::Aggressive, 1, 0);
    let plain = (figures.care, figures.closer, figures.keep);
    let needed = (figures.care * 130 / 100, figures.closer / 2, figures.keep + 12);
    assert_eq!(weighs("leader = false"), plain);
    assert_eq!(weighs("items = ['medikit']"), needed);
    assert_eq!(weighs("leader = true"), needed);
}
