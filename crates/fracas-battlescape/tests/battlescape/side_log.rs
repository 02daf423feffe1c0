//! B-98, B-105, B-267: the log as one side gets it, in words and in JSON.

use fracas_battlescape::ai::decide;
use fracas_battlescape::battle::{Battle, Side, UnitId};
use fracas_battlescape::events::{Event, What};
use fracas_battlescape::orders::Order;
use fracas_battlescape::play::Game;
use fracas_battlescape::report::{SOMEBODY, SOMETHING, known_to, tell};
use fracas_battlescape::state::{Observer, State};
use fracas_battlescape::view::View;
use fracas_core::capability::Detail;

use crate::common;
use crate::drill::Stage;
use crate::random::Numbers;
use crate::wilds;

/// A reader of one side's log, who keeps track of whom the side has in view by
/// what it spots and loses sight of.
struct Reader<'b> {
    battle: &'b Battle,
    who: Observer,
    side: Side,
    in_view: Vec<UnitId>,
    /// Lines read, and attacks out of nowhere among them.
    lines: usize,
    unseen: usize,
}

impl<'b> Reader<'b> {
    fn new(battle: &'b Battle, who: Observer) -> Self {
        let side = [Side::Player, Side::Enemy][who.index()];
        Self { battle, who, side, in_view: Vec::new(), lines: 0, unseen: 0 }
    }

    fn id(&self, name: &str) -> UnitId {
        common::unit(self.battle, name)
    }

    /// Between two actions everybody in sight has been spotted; the reader
    /// then begins anew with those the side truly sees or commands.
    fn look(&mut self, state: &State) {
        let seen = |unit: &UnitId| {
            state.sees(self.who, *unit) || state.observer(self.battle, *unit) == self.who
        };
        let others = self.battle.units().filter(|unit| self.battle.sheet(*unit).side != self.side);
        let seen: Vec<UnitId> = others.filter(seen).collect();
        let strays = seen.iter().filter(|unit| state.unit(**unit).controlled.is_none());
        for unit in strays {
            assert!(self.in_view.contains(unit), "{} unspotted", self.battle.sheet(*unit).name);
        }
        self.in_view = seen;
    }

    fn read(&mut self, event: &Event) {
        if let What::Spotted { side, unit, .. } = &event.what
            && *side == self.side.name()
        {
            self.in_view.push(self.id(unit));
        }
        if let Some(known) = known_to(self.battle, event, self.who) {
            self.check(event, &known);
        }
        match &event.what {
            What::Vanished { side, unit, .. } if *side == self.side.name() => {
                let gone = self.id(unit);
                self.in_view.retain(|unit| *unit != gone);
            }
            // B-98: own losses are always told.
            What::Died { unit, .. } if self.battle.sheet(self.id(unit)).side == self.side => {
                assert!(known_to(self.battle, event, self.who).is_some(), "{event:?}");
            }
            _ => {}
        }
    }

    /// No line names a unit of others that is not in view, and none tells of
    /// others what does not show.
    fn check(&mut self, event: &Event, known: &Event) {
        self.lines += 1;
        let json = serde_json::to_value(known).unwrap();
        let words = format!("{} {json}", tell(known, Detail::Reasons).unwrap());
        // The player's side set out with its goals, whoever they name (B-255).
        let goal = matches!(event.what, What::ObjectiveDone { .. } | What::ObjectiveLost { .. });
        assert!(!goal || self.side == Side::Player);
        for unit in self.battle.units().filter(|_| !goal) {
            let sheet = self.battle.sheet(unit);
            let named = words.split(|sign: char| !sign.is_alphanumeric()).any(|w| w == sheet.name);
            let may = sheet.side == self.side || self.in_view.contains(&unit);
            assert!(!named || may, "{} in {words}", sheet.name);
        }
        let own = event.known[self.who.index()].own;
        let actor = json["unit"].as_str().unwrap_or_default();
        let ours = actor.is_empty() || actor != SOMEBODY && own.has(self.id(actor));
        for secret in ["left", "accuracy", "roll", "terms", "morale", "rounds", "points"] {
            assert!(ours || json.get(secret).is_none(), "{secret} in {words}");
        }
        assert!(!matches!(known.what, What::Die { .. }));
        if let What::Attack { unit, weapon, mode, tu, .. } = &known.what
            && unit == SOMEBODY
        {
            assert!((weapon, mode, tu) == (&None, &None, &None), "{words}");
            self.unseen += 1;
        }
        match &known.what {
            What::Blast { unit, what, .. } => {
                assert_eq!(unit == SOMEBODY, what == SOMETHING, "{words}");
            }
            What::Died { at: None, killer, .. } => assert_eq!(*killer, None, "{words}"),
            _ => {}
        }
    }
}

/// B-98, B-105, B-267: over whole battles no line of a side's log, in words or
/// in JSON, names somebody the side has not in view at that moment.
#[test]
fn b_267_logs_name_nobody_unseen() {
    let mut numbers = Numbers(98);
    let (mut lines, mut unseen) = (0, 0);
    for (seed, biome) in wilds::BIOMES.iter().cycle().take(18).enumerate() {
        let battle = std::sync::Arc::new(wilds::battle(&mut numbers, biome));
        let (mut game, mut events) = Game::new(battle.clone(), seed as u64);
        let mut readers = [Observer::PLAYER, Observer::ENEMY].map(|who| Reader::new(&battle, who));
        loop {
            for reader in &mut readers {
                events.iter().for_each(|event| reader.read(event));
                reader.look(game.state());
            }
            let state = game.state();
            let waits = |unit: &&UnitId| state.unit(**unit).is_able() && !state.unit(**unit).ended;
            let Some(&unit) = state.order.iter().find(waits).filter(|_| game.ended().is_none())
            else {
                break;
            };
            let order = decide(&View::of_unit(&battle, state, unit), unit).order;
            let time = state.unit(unit).tu;
            events = game.order(unit, order).unwrap_or_default();
            // Nobody remembers here what was tried in vain.
            let now = game.state().unit(unit);
            if game.ended().is_none() && now.is_able() && !now.ended && now.tu == time {
                events.extend(game.order(unit, Order::End).unwrap());
            }
        }
        lines += readers.iter().map(|reader| reader.lines).sum::<usize>();
        unseen += readers.iter().map(|reader| reader.unseen).sum::<usize>();
    }
    assert!(lines > 5000 && unseen > 20, "{lines} {unseen}");
}

/// In the dark, with an enemy who sees farther.
fn in_the_dark() -> Battle {
    common::battle(
        "light = 'dark'\n[map]\nrows = '''\n. . . . . . . .\n x x x x x x x x\n'''\n\
         [[squad]]\nside = 'player'\nunits = [{ class = 'rifleman', name = 'Vega', at = [0, 0] }]\n\
         [[squad]]\nside = 'enemy'\n\
         units = [{ class = 'sectoid', name = 'Grey', at = [6, 0], vision = 30 }]\n\
         [[objective]]\nkind = 'eliminate'\nprimary = true\n",
    )
}

fn lines(stage: &Stage<'_>, who: Observer) -> Vec<String> {
    let known = stage.events.iter().filter_map(|event| known_to(stage.battle, event, who));
    known.filter_map(|event| tell(&event, Detail::All)).collect()
}

/// B-98, B-101, B-267: an attack out of the dark has no name, no weapon and no
/// sum, only where it was heard from and what it did.
#[test]
fn b_267_somebody_unseen() {
    let battle = in_the_dark();
    let script = "to_hit 100: 1, damage 12: 12, effect 100: 99, crit 100: 99, to_hit 100: 99";
    let mut stage = Stage::new(&battle, script);
    stage.pass();
    stage.order("Grey: attack snap at Vega");
    stage.order("Grey: attack snap at Vega");
    stage.finish();
    let told = lines(&stage, Observer::PLAYER);
    let attack = "T1   somebody unseen attacks Vega at [0,0], heard E, mid";
    assert_eq!(told.iter().filter(|line| *line == attack).count(), 2, "{told:#?}");
    assert!(
        told.contains(&"T1        round 1: hit, damage 16, 44 HP left".to_owned()),
        "{told:#?}"
    );
    assert!(told.contains(&"T1        round 1: miss".to_owned()), "{told:#?}");
    // The enemy's own log has the sum and the dice.
    let theirs = lines(&stage, Observer::ENEMY);
    assert!(theirs.iter().any(|line| line.contains("Grey attacks Vega") && line.contains("base")));
    assert!(theirs.iter().any(|line| line.contains("to_hit 1 of")), "{theirs:#?}");
}

/// B-98: a death out of sight is not told, nor who killed whom; B-100: an
/// explosion is, without what and how much.
#[test]
fn b_98_what_happens_in_the_dark() {
    let battle = in_the_dark();
    let mut stage = Stage::new(&battle, "");
    let (vega, grey) = (stage.id("Vega"), stage.id("Grey"));
    stage.fight(|fight| fight.hurt(grey, 99, Some(vega)));
    assert!(lines(&stage, Observer::PLAYER).iter().all(|line| !line.contains("Grey")));
    assert!(
        lines(&stage, Observer::ENEMY).contains(&"T1   Grey is killed at [6,0] by Vega".into())
    );
    stage.fight(|fight| fight.hurt(vega, 99, Some(grey)));
    let told = lines(&stage, Observer::PLAYER);
    assert_eq!(told.last().unwrap(), "T1   Vega is killed at [0,0] by somebody unseen");

    let mut stage = Stage::new(&battle, "to_hit 100: 1, damage 10: 9, damage 10: 9");
    stage.unit_mut("Grey").items = stage.unit("Vega").items.clone();
    stage.pass();
    stage.order("Grey: throw frag_grenade at 5,0");
    let told = lines(&stage, Observer::PLAYER);
    assert!(told.contains(&"T1   an explosion at [5,0]".to_owned()), "{told:#?}");
    assert!(told.iter().all(|line| !line.contains("frag") && !line.contains("throws")));
}
