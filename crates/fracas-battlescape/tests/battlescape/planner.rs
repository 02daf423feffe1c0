//! §19, B-281..B-288: strengths, plans, looking ahead, reasons; and what keeps
//! running and minds in bounds (B-82, B-140, B-203).

use fracas_battlescape::Battlescape;
use fracas_battlescape::ai::{Reason, decide};
use fracas_battlescape::battle::{Battle, Side, UnitId};
use fracas_battlescape::data::{Mode, Strength};
use fracas_battlescape::events::{Event, What};
use fracas_battlescape::hex::Dir;
use fracas_battlescape::orders::{Order, Pace, Target};
use fracas_battlescape::rules::phases::Command;
use fracas_battlescape::state::{Cover, Vigil};
use fracas_battlescape::view::View;
use fracas_core::capability::{Detail, Tell};

use crate::common::battle;
use crate::random::Numbers;
use crate::table::{Table, man, rows, scene, vega};
use crate::wilds::{self, Wild};

const OPEN: &str = ". . . . . . . . . . . . . . . . . . . .";
/// Orders that a unit plays out in a phase, times those in view (B-287).
const EFFORT: u32 = 48_000;

fn field(line: &str, count: usize) -> String {
    rows(&vec![line; count].join("\n"))
}

fn walk(table: &Table, col: usize, row: usize) -> Order {
    let to = table.hex(col, row);
    Order::Move { to, pace: Pace::Walk, allow_hazards: false, press_on: true, reserve: 0 }
}

/// B-82: who sees an enemy step outside his front turns to it and leaves his
/// cover for that; not while suppressed, nor while another is nearer.
#[test]
fn b_82_turning_to_movers() {
    let grey = "facing = \"E\", items = []";
    let ours = [vega(2, 4, ""), man("rifleman", "Ann", 16, 4, "")];
    let stage =
        || scene("", &field(OPEN, 9), &ours.join(", "), &man("sectoid", "Grey", 8, 4, grey));
    let mut table = stage();
    let order = walk(&table, 3, 4);
    table.act("Vega", order, &[]);
    assert_eq!(table.unit("Grey").facing, Dir::named("W").unwrap());

    let mut table = stage();
    table.unit_mut("Grey").suppression = 3;
    table.act("Vega", order, &[]);
    assert_eq!(table.unit("Grey").facing, Dir::E, "suppressed");

    let mut table = stage();
    table.put("Ann", 11, 4);
    table.act("Vega", order, &[]);
    assert_eq!(table.unit("Grey").facing, Dir::E, "Ann is nearer");

    let covered = rows(&[OPEN, ". . . . . . . . . c . . . . . . . . . .", OPEN].join("\n"));
    let leans = "facing = \"E\", cover = \"half\"";
    let grey = man("sectoid", "Grey", 8, 1, leans);
    let mut table = scene("", &covered, &vega(2, 1, ""), &grey);
    let order = walk(&table, 3, 1);
    table.act("Vega", order, &[]);
    assert_eq!(
        (table.unit("Grey").cover, table.unit("Grey").facing),
        (Cover::None, Dir::named("W").unwrap())
    );
}

/// B-140: the movement term counts once for every two hexes or part of them.
#[test]
fn b_140_strides() {
    for (steps, term) in [(1, -5), (2, -5), (3, -10), (11, -30)] {
        let units = vega(1, 2, "items = []");
        let grey = man("sectoid", "Grey", 7, 0, "facing = \"W\"");
        let mut table = scene("", &field(OPEN, 3), &units, &grey);
        let order = walk(&table, 1 + steps, 2);
        table.act("Vega", order, &[]);
        let (unit, on) = (table.id("Vega"), table.id("Grey"));
        let view = View::of_unit(&table.battle, &table.state, unit);
        let preview = view.preview(
            unit,
            &Order::Attack {
                target: Target::Unit(on),
                mode: fracas_battlescape::data::FireMode::Snap,
                head: false,
                force: false,
            },
        );
        let terms = format!("{preview:?}");
        let wanted = format!("name: \"movement\", value: {term}");
        assert!(terms.contains(&wanted), "{steps}: {terms}");
    }
}

/// B-203: minds are reached for once in a phase.
#[test]
fn b_203_one_cast_a_phase() {
    let psion = man("psion", "Mind", 2, 1, "");
    let mut table = scene("", &field(OPEN, 3), &psion, &man("muton", "Brute", 8, 1, ""));
    let (unit, on) = (table.id("Mind"), table.id("Brute"));
    let view = View::of_unit(&table.battle, &table.state, unit);
    let casts = |view: &View<'_>| {
        let legal = view.legal(unit);
        let minds = |order: &Order| matches!(order, Order::Cast { target: Target::Unit(who), .. } if *who == on);
        legal.iter().filter(|(order, _)| minds(order)).count()
    };
    assert!(casts(&view) >= 3);
    table.unit_mut("Mind").cast = true;
    let view = View::of_unit(&table.battle, &table.state, unit);
    assert_eq!(casts(&view), 0);
}

fn skills(top: &str, squad: &str) -> Vec<Strength> {
    let b = battle(&format!(
        "{top}\n[map]\nrows = '''\n. . . . . .\n'''\n[[squad]]\nside = 'player'\n\
         units = [{{ class = 'rifleman', at = [0, 0] }}]\n[[squad]]\nside = 'enemy'\n{squad}\n\
         units = [{{ class = 'sectoid', at = [5, 0] }}]\n\
         [[objective]]\nkind = 'eliminate'\nprimary = true\n"
    ));
    b.sheets.iter().map(|sheet| sheet.skill).collect()
}

/// B-281: the scenario names a strength, a squad its own.
#[test]
fn b_281_strengths() {
    use Strength::{Elite, Recruit, Veteran};
    assert_eq!(skills("", ""), [Veteran, Veteran]);
    assert_eq!(skills("strength = 'recruit'", ""), [Recruit, Recruit]);
    assert_eq!(skills("strength = 'recruit'", "strength = 'elite'"), [Recruit, Elite]);
}

/// B-282: a plan is carried out order by order, and given up when something
/// new is learned.
#[test]
fn b_282_plans_are_kept() {
    let map = rows(&[OPEN, ". . . . . c . . . . . . . . . . . . . .", OPEN].join("\n"));
    let ours = vega(1, 1, "items = [], mode = \"cautious\"");
    let mut table = scene("", &map, &ours, &man("sectoid", "Grey", 11, 1, "facing = \"W\""));
    let unit = table.id("Vega");
    let first = decide(&View::of_unit(&table.battle, &table.state, unit), unit);
    table.state.unit_mut(unit).mind = first.mind.clone();
    table.state.unit_mut(unit).mind.plan = [Order::Prone, Order::Stand].into_iter().collect();
    table.state.unit_mut(unit).mind.goal = None;
    let next = decide(&View::of_unit(&table.battle, &table.state, unit), unit);
    assert_eq!((next.order, next.why), (Order::Prone, Reason::AsPlanned));
    table.unit_mut("Grey").hp -= 5;
    let again = decide(&View::of_unit(&table.battle, &table.state, unit), unit);
    assert_ne!(again.why, Reason::AsPlanned);
}

/// B-282: cover is not left in the turn in which it was taken.
#[test]
fn b_282_cover_is_kept() {
    let mut numbers = Numbers(282);
    let mut taken = 0;
    for (seed, biome) in wilds::BIOMES.iter().cycle().take(20).enumerate() {
        let battle = wilds::battle(&mut numbers, biome);
        let mut wild = Wild::new(&battle, seed as u64);
        let mut covered = None;
        while let Some(unit) = wild.next() {
            let decision = decide(&View::of_unit(&battle, &wild.state, unit), unit);
            let turn = Some((unit, wild.state.turn));
            let plans = battle.sheet(unit).side != Side::Neutral;
            match decision.order {
                Order::TakeCover { .. } if plans => (covered, taken) = (turn, taken + 1),
                Order::Move { .. } => assert_ne!(covered, turn, "{:?}", decision.why),
                _ => {}
            }
            wild.state.unit_mut(unit).mind = decision.mind;
            wild.act(unit, &decision.order).expect("a legal order");
        }
    }
    assert!(taken > 40, "{taken}");
}

/// B-283: nobody fires below a tenth; B-284: who can be hit takes cover that
/// faces the enemy.
#[test]
fn b_283_no_hopeless_shots() {
    let ours = vega(2, 1, "items = [], mode = \"hold\", accuracy = 5");
    let grey = man("sectoid", "Grey", 12, 1, "facing = \"W\"");
    let table = scene("", &field(OPEN, 3), &ours, &grey);
    let unit = table.id("Vega");
    let choice = decide(&View::of_unit(&table.battle, &table.state, unit), unit).order;
    assert!(!matches!(choice, Order::Attack { .. }), "{choice:?}");

    let map = rows(&[OPEN, ". . . c . . . . . . . . . . . . . . . .", OPEN].join("\n"));
    let ours = vega(2, 1, "items = [], mode = \"hold\", mindless = true");
    let table = scene("", &map, &ours, &man("muton", "Brute", 9, 1, "facing = \"W\""));
    let unit = table.id("Vega");
    let decision = decide(&View::of_unit(&table.battle, &table.state, unit), unit);
    assert!(
        matches!(decision.order, Order::TakeCover { toward: Dir::E, .. }),
        "{:?}, {:?}",
        decision.order,
        decision.why
    );
    let Reason::Cover { open, covered } = decision.why else { panic!("{:?}", decision.why) };
    assert!(covered < open, "B-284");
}

/// B-283: nobody fires below a tenth, recruits included, whatever their mode
/// says.
#[test]
fn b_283_a_tenth_at_least() {
    let fires = |strength: &str, accuracy: u8| {
        let ours = format!("items = [], mode = 'hold', accuracy = {accuracy}, mindless = true");
        let rules = "'ai.hold.shoots_at' = 1, 'weapon.assault_rifle.dice' = '20d10'";
        let more = format!("strength = '{strength}'\nrules = {{ {rules} }}");
        let grey = man("muton", "Grey", 9, 1, "facing = 'W'");
        // Two bands: the aimed shot has accuracy + 5 + 15 − 20.
        let mut table = scene(&more, &field(OPEN, 3), &vega(2, 1, &ours), &grey);
        table.unit_mut("Vega").tu = 40;
        let unit = table.id("Vega");
        let order = decide(&View::of_unit(&table.battle, &table.state, unit), unit).order;
        matches!(order, Order::Attack { .. })
    };
    for strength in ["recruit", "veteran"] {
        assert!(fires(strength, 10), "{strength}");
        assert!(!fires(strength, 9), "{strength}");
    }
}

/// B-282: who has no cover lies down to fight, but no machine and no flyer;
/// B-286: who lies stands up to go on when nobody is in sight.
#[test]
fn b_282_lying_down() {
    let brute = man("muton", "Brute", 9, 1, "facing = \"W\"");
    let choice = |more: &str| {
        let ours = vega(2, 1, &format!("items = [], mode = \"hold\"{more}"));
        let table = scene("", &field(OPEN, 3), &ours, &brute);
        let unit = table.id("Vega");
        decide(&View::of_unit(&table.battle, &table.state, unit), unit)
    };
    let decision = choice("");
    assert_eq!(decision.order, Order::Prone);
    let Reason::Lie { open, low } = decision.why else { panic!("{:?}", decision.why) };
    assert!(low < open, "B-284");
    for other in [", mindless = true", ", flies = true"] {
        assert_ne!(choice(other).order, Order::Prone, "{other}");
    }

    let wall = ". . . . . . # . . . . . . . . . . . . .";
    let blind = rows(&[wall, wall, OPEN].join("\n"));
    let ours = vega(2, 1, "stance = \"prone\"");
    let table = scene("", &blind, &ours, &brute);
    let unit = table.id("Vega");
    let order = decide(&View::of_unit(&table.battle, &table.state, unit), unit).order;
    assert_eq!(order, Order::Stand);
}

/// B-285: who has nothing else to do gets ready.
#[test]
fn b_285_ends_ready() {
    let b = battle(
        "[map]\nrows = '''\n. . . . . . . . . . . . . # . .\n'''\n[[squad]]\nside = 'player'\n\
         mode = 'hold'\nunits = [{ class = 'rifleman', name = 'Vega', at = [0, 0] }]\n\
         [[squad]]\nside = 'enemy'\nunits = [{ class = 'sectoid', at = [15, 0] }]\n\
         [[objective]]\nkind = 'eliminate'\nprimary = true\n",
    );
    let mut wild = Wild::new(&b, 1);
    let vega = wild.next().expect("a unit to act");
    while wild.next() == Some(vega) && wild.state.turn == 1 {
        wild.fight(|fight| fight.ai_turn(Command::Player));
    }
    assert_ne!(wild.state.unit(vega).vigil, Vigil::None);
}

/// B-286: without contact a squad goes ahead, keeps its time and does not bunch.
#[test]
fn b_286_on_the_way() {
    let b = battle(
        "[map.generate]\nbiome = 'desert'\nsize = [30, 12]\nseed = 4\n\
         [[squad]]\nside = 'player'\nunits = [{ class = 'rifleman', count = 4 }]\n\
         [[squad]]\nside = 'enemy'\nmode = 'hold'\nunits = [{ class = 'sectoid' }]\n\
         [[objective]]\nkind = 'eliminate'\nprimary = true\n",
    );
    let mut wild = Wild::new(&b, 1);
    // In the first turns, two on a map of 30 hexes, 90 time units are kept,
    // later 115, less what cover, a place on the ground or readiness cost that
    // come after the way.
    for (turn, keeps) in [(1, 90), (2, 90), (3, 115)] {
        while wild.next().is_some() && wild.state.turn == turn {
            let before = wild.state.units.clone();
            wild.fight(|fight| fight.ai_turn(Command::Ai));
            let moved = |unit: &UnitId| wild.state.unit(*unit).at() != before[unit.index()].at();
            for unit in b.units().filter(moved) {
                assert!(wild.state.unit(unit).tu >= keeps, "turn {turn}");
            }
        }
    }
    let at = |n: u8| wild.state.unit(UnitId(n)).at();
    let columns: Vec<u8> = (0..4).map(|n| b.field.col_row(at(n)).0).collect();
    assert!(columns.iter().any(|col| *col >= 5), "{columns:?}");
    let pairs = (0..4).flat_map(|a| (0..a).map(move |b| (a, b)));
    let close = pairs.filter(|(x, y)| b.field.distance(at(*x), at(*y)) <= 1).count();
    assert!(close <= 1, "{close} pairs side by side");
}

fn elites(numbers: &mut Numbers, biome: &str) -> Battle {
    let mut battle = wilds::battle(numbers, biome);
    for sheet in &mut battle.sheets {
        sheet.skill = Strength::Elite;
    }
    battle
}

/// The battle as somebody else may have set it up: what one side cannot see of
/// the others is different.
fn with_other_secrets(battle: &Battle, side: Side) -> Battle {
    let mut other = battle.clone();
    for sheet in other.sheets.iter_mut().filter(|sheet| sheet.side != side) {
        sheet.mode = Mode::Hold;
        sheet.skill = Strength::Recruit;
        (sheet.accuracy, sheet.reactions, sheet.bravery) = (17, 3, 5);
        sheet.patrol = vec![other.field.at(0, 0).expect("a map has a corner")];
    }
    other
}

/// B-287, B-274: looking ahead uses nothing hidden, draws no die of the battle,
/// is the same every time, and comes to an end.
#[test]
fn b_287_looking_ahead() {
    let mut numbers = Numbers(287);
    let mut longest = 0;
    for biome in wilds::BIOMES.iter().take(2) {
        let battle = elites(&mut numbers, biome);
        let secret = [Side::Player, Side::Enemy].map(|side| with_other_secrets(&battle, side));
        let mut wild = Wild::new(&battle, 3);
        let mut looked = 0;
        while looked < 8 {
            let unit = wild.next().expect("a battle of eight looks at least");
            let truth = decide(&View::of_unit(&battle, &wild.state, unit), unit);
            let who = wild.state.observer(&battle, unit);
            let mut other = wild.twin();
            for id in battle.units() {
                if other.state.observer(&battle, id) != who && other.state.unit(id).is_here() {
                    let body = other.state.unit_mut(id);
                    (body.tu, body.morale, body.energy) = (7, 33, 1);
                    body.items.clear();
                    body.initiative += 5;
                    body.mind.contact += 1;
                    body.weapons.iter_mut().for_each(|armed| armed.loaded /= 2);
                }
            }
            let side = battle.sheet(unit).side;
            let battle = if side == Side::Neutral { &battle } else { &secret[side as usize] };
            let choice = decide(&View::of_unit(battle, &other.state, unit), unit);
            assert_eq!((choice.order, choice.mind), (truth.order, truth.mind.clone()));
            looked += u32::from(truth.mind.played > wild.state.unit(unit).mind.played);
            longest = longest.max(truth.mind.played);
            wild.state.unit_mut(unit).mind = truth.mind;
            wild.act(unit, &truth.order).expect("a legal order");
        }
    }
    // The world it is in is played to its end: five plans of some dozen orders.
    assert!((EFFORT / 4..EFFORT * 5 / 4).contains(&longest), "{longest}");
}

/// B-284: the longer it takes, the more those who attack press on.
#[test]
fn b_284_pressing_on() {
    let nearer = |turn: u32, mode: &str, foe: usize| {
        let vega = vega(2, 4, &format!("items = [], weapon = \"pistol\", mode = \"{mode}\""));
        let grey = man("rifleman", "Grey", foe, 4, "items = [], facing = \"W\"");
        let mut table = scene("", &field(OPEN, 9), &vega, &grey);
        table.state.turn = turn;
        let (unit, foe) = (table.id("Vega"), table.unit("Grey").at());
        let before = table.unit("Vega").at();
        let order = decide(&View::of_unit(&table.battle, &table.state, unit), unit).order;
        let after = if let Order::Move { to, .. } = order { to } else { before };
        let far = |at| i64::from(table.battle.field.distance(at, foe));
        far(before) - far(after)
    };
    let gone = |turn, mode| (8..20).map(|foe| nearer(turn, mode, foe)).sum::<i64>();
    assert!(gone(8, "aggressive") > gone(2, "aggressive") + 10);
    assert_eq!(gone(8, "defensive"), gone(2, "defensive"));
}

/// B-288: reasons are told to those who ask for them, and to the own side.
#[test]
fn b_288_reasons() {
    let ours = vega(2, 1, "items = []");
    let table = scene("", &field(OPEN, 3), &ours, &man("sectoid", "Grey", 6, 1, ""));
    let unit = table.id("Vega");
    let view = View::of_unit(&table.battle, &table.state, unit);
    let why = decide(&view, unit).why.tell(&view, unit);
    assert!(why.contains("HP"), "{why}");
    let what = What::Decided { unit: "Vega".to_owned(), why };
    let event = Event { turn: 1, what, known: Default::default() };
    assert_eq!(Battlescape.tell(&table.battle, &event, Detail::All), None);
    let told = Battlescape.tell(&table.battle, &event, Detail::Reasons);
    assert!(told.is_some_and(|told| told.contains("why:")));
}

/// B-273: a beaten veteran who can get nowhere better fights where it is.
#[test]
fn b_273_at_bay() {
    let walled = rows("# # # # # # # # #\n# . # . . . . . .\n# # # # # # # # #")
        .replace("# . # .", "# . c .");
    let ours = vega(1, 1, "hp_now = 4, items = []");
    let mut table = scene("", &walled, &ours, &man("sectoid", "Grey", 5, 1, "items = []"));
    table.unit_mut("Vega").tu = 100;
    let unit = table.id("Vega");
    let decision = decide(&View::of_unit(&table.battle, &table.state, unit), unit);
    assert_eq!(decision.mind.mode, fracas_battlescape::data::Mode::Retreat);
    assert!(
        !matches!(decision.order, Order::End | Order::Turn(_) | Order::Move { .. }),
        "{:?}",
        decision.order
    );
}
