//! Squads of battlescape, unit by unit. The battle is that of `play` with the
//! same seed: the same dice, and the same rules by the same functions.

use fracas::Battle;
use fracas::core::chance::{Draw, Staged};
use fracas::core::watch::Scores;
use fracas_battlescape::Battlescape;
use fracas_battlescape::ai::decide;
use fracas_battlescape::battle::{Battle as Field, Side, UnitId};
use fracas_battlescape::data::{FireMode, ItemKind};
use fracas_battlescape::hex::Dir;
use fracas_battlescape::measures;
use fracas_battlescape::orders::{Order, Pace, Target};
use fracas_battlescape::rules::Fight;
use fracas_battlescape::rules::paths::Ways;
use fracas_battlescape::rules::phases::Command;
use fracas_battlescape::state::{Cover, Ending, Stance, State};
use fracas_battlescape::view::View;

use super::{Arena, Pilot};

/// Actions of a unit that are aimed at nobody; then those at each enemy.
const PLAIN: usize = 28;
/// Actions at an enemy: fire modes, and a throw.
const AT_ENEMY: usize = FireMode::ALL.len() + 1;
/// Numbers told of the battle, of an own unit, of a hex around the one that
/// acts, and of an enemy.
const OF_BATTLE: [&str; 2] = ["turn", "quiet"];
const OF_OWN: [&str; 13] = [
    "here", "acts", "hp", "tu", "energy", "morale", "column", "row", "facing", "cover", "prone",
    "loaded", "waits",
];
const OF_HEX: [&str; 3] = ["open", "cover", "taken"];
const OF_ENEMY: [&str; 9] =
    ["seen", "remembered", "hp", "columns away", "rows away", "distance", "cover", "prone", "line"];

const SIDES: [Side; 2] = [Side::Player, Side::Enemy];

/// A battle of two squads.
pub struct Squads {
    held: Battle,
    pilots: [Pilot; 2],
    /// Who is on each side from the start.
    rosters: [Vec<UnitId>; 2],
    state: State,
    /// Where orders are tried out.
    scratch: State,
    dice: Staged,
    scores: Scores,
    acting: Option<UnitId>,
}

impl Squads {
    /// None if the battle is of another ruleset.
    pub fn new(held: &Battle, pilots: [Pilot; 2]) -> Option<Self> {
        let field = held.of::<Battlescape>()?;
        let of = |unit: &UnitId, side: Side| field.sheet(*unit).side == side;
        let rosters = SIDES.map(|side| field.units().filter(|unit| of(unit, side)).collect());
        let (state, scratch) = (field.start.clone(), field.start.clone());
        let mut squads = Self {
            held: held.clone(),
            pilots,
            rosters,
            state,
            scratch,
            dice: Staged::new(0, 0),
            scores: Scores::new(Vec::new()),
            acting: None,
        };
        squads.reset(0);
        Some(squads)
    }

    fn field(&self) -> &Field {
        // It was looked up when this was made.
        self.held.of::<Battlescape>().expect("a battle of battlescape")
    }

    fn fight<T>(&mut self, act: impl FnOnce(&mut Fight<'_, Staged, Scores>) -> T) -> T {
        let battle = self.held.of::<Battlescape>().expect("a battle of battlescape");
        act(&mut Fight {
            battle,
            state: &mut self.state,
            chance: &mut self.dice,
            watch: &mut self.scores,
        })
    }

    /// Plays everything up to an agent's next decision.
    fn go_on(&mut self) {
        let by_agent = self.pilots[0] == Pilot::Agent;
        let command = if by_agent { Command::Player } else { Command::Ai };
        let pilots = self.pilots;
        self.acting = self.fight(|fight| {
            loop {
                let unit = fight.next_to_act(command)?;
                let side = fight.state.phase.side();
                let seat = SIDES.iter().position(|known| Some(*known) == side);
                match seat.map_or(Pilot::Policy, |seat| pilots[seat]) {
                    Pilot::Agent => return Some(unit),
                    Pilot::Policy => fight.ai_order(unit),
                    Pilot::Idle => fight.end_turn(unit),
                }
            }
        });
    }

    /// The order that an action is for whoever acts; none if there is no such
    /// thing to be ordered.
    fn order(&self, unit: UnitId, action: usize) -> Option<Order> {
        let (field, state) = (self.field(), &self.state);
        let me = state.unit(unit);
        let toward = |number: usize| Dir::ALL[number % 6];
        let thrown = || {
            let thrown = |item| matches!(field.data.item(item).kind, ItemKind::Thrown { .. });
            me.items.iter().map(|carried| carried.item).find(|item| thrown(*item))
        };
        Some(match action {
            0 => Order::End,
            1..=6 => Order::Move {
                to: field.field.step(me.at(), toward(action - 1))?,
                pace: Pace::Walk,
                allow_hazards: false,
                press_on: false,
                reserve: 0,
            },
            7..=12 => Order::Turn(toward(action - 7)),
            13..=18 => {
                Order::TakeCover { step: None, toward: toward(action - 13), cover: Cover::Half }
            }
            19 => Order::Prone,
            20 => Order::Stand,
            21 => Order::Reload,
            22 => Order::Switch,
            23 => Order::Ready { max_shots: 1, min_accuracy: 20 },
            24 => Order::Exit,
            25 => {
                let near = |at| field.field.distance(me.at(), at) <= 1;
                Order::Interact(field.objects.iter().position(|object| near(object.at))?)
            }
            26 => {
                let beside = field.field.within(me.at(), 1);
                let door = |at: &_| {
                    let view = View::of_unit(field, state, unit);
                    view.terrain(*at).is_some_and(|id| field.data.terrain(id).door.is_some())
                };
                Order::Door(beside.into_iter().find(door)?)
            }
            27 => {
                let heals = |item| matches!(field.data.item(item).kind, ItemKind::Medikit { .. });
                let item = me.items.iter().map(|carried| carried.item).find(|item| heals(*item))?;
                Order::Use { item, on: unit }
            }
            _ => {
                let (slot, what) = ((action - PLAIN) / AT_ENEMY, (action - PLAIN) % AT_ENEMY);
                let enemy = *self.rosters[1 - self.to_decide()?].get(slot)?;
                match FireMode::ALL.get(what) {
                    Some(mode) => {
                        let target = Target::Unit(enemy);
                        Order::Attack { target, mode: *mode, head: false, force: false }
                    }
                    None => {
                        let seen = View::of_unit(field, state, unit).seen(enemy)?;
                        Order::Throw { item: thrown()?, at: seen.at, live: true }
                    }
                }
            }
        })
    }

    /// Whether the rules allow an order, told as cheaply as can be: what costs
    /// nothing to know first, and only then a try.
    fn permits(&mut self, unit: UnitId, order: &Order) -> bool {
        let field = self.held.of::<Battlescape>().expect("a battle of battlescape");
        let me = self.state.unit(unit);
        let view = View::of_unit(field, &self.state, unit);
        let costs = &field.data.tu;
        match *order {
            Order::End => true,
            Order::Move { to, pace, allow_hazards, .. } => {
                let ways = Ways::known(field, &self.state, unit, pace, allow_hazards);
                let cost = ways.step(me.at(), to).map(|cost| ways.with_wounds(cost));
                cost.is_some_and(|cost| cost <= u32::from(me.tu)) && !ways.is_taken(to)
            }
            Order::Turn(dir) => {
                let steps = me.facing.turn_to(dir);
                steps > 0 && costs.turn * u16::from(steps) <= me.tu
            }
            Order::TakeCover { toward, .. } => {
                let wall = field.field.step(me.at(), toward);
                let rise = if me.stance == Stance::Prone { costs.stand } else { 0 };
                wall.is_some_and(|wall| view.cover_of(wall) >= 1)
                    && (me.cover, me.facing) != (Cover::Half, toward)
                    && costs.take_cover + rise <= me.tu
                    && !view.swims(unit)
            }
            Order::Prone => me.stance != Stance::Prone && costs.prone <= me.tu,
            Order::Stand => me.stance == Stance::Prone && costs.stand <= me.tu,
            Order::Attack { target, mode, .. } => {
                if view.swims(unit) {
                    return false;
                }
                let means = self.fight(|fight| fight.may_attack(unit, target, mode, false, false));
                means.is_ok_and(|means| means.tu <= self.state.unit(unit).tu)
            }
            Order::Switch if me.weapons.len() < 2 => false,
            Order::Reload if me.in_hand().is_none_or(|armed| armed.spares.is_empty()) => false,
            Order::Exit if !field.zones.iter().any(|zone| zone.exit && zone.spots.has(me.at())) => {
                false
            }
            Order::Use { .. } if me.hp >= field.sheet(unit).max_hp => false,
            _ => self.tries(unit, order),
        }
    }

    /// Whether an order is carried out, on a copy of the battle.
    fn tries(&mut self, unit: UnitId, order: &Order) -> bool {
        self.scratch.clone_from(&self.state);
        let battle = self.held.of::<Battlescape>().expect("a battle of battlescape");
        let mut dice = Staged::new(0, 0);
        dice.set_up_over();
        let mut scores = self.scores.clone();
        let (state, chance, watch) = (&mut self.scratch, &mut dice, &mut scores);
        Fight { battle, state, chance, watch }.act(unit, order).is_ok()
    }

    /// Hit points of a side as a share of those at first.
    fn strength(&self, side: usize) -> f32 {
        let units = self.rosters[side].iter();
        let (now, first) = units.fold((0, 0), |(now, first), unit| {
            let body = self.state.unit(*unit);
            let alive = if body.is_here() { u32::from(body.hp) } else { 0 };
            (now + alive, first + u32::from(self.field().sheet(*unit).max_hp))
        });
        now as f32 / first.max(1) as f32
    }

    fn slots(&self, side: usize) -> usize {
        self.rosters[1 - side].len()
    }
}

impl Arena for Squads {
    fn reset(&mut self, seed: u64) {
        let start = |measure: &fracas::core::ruleset::Measure| measure.start;
        let scores = measures::list(self.field()).iter().map(start).collect();
        self.scores = Scores::new(scores);
        self.state = self.field().start.clone();
        self.dice = Staged::new(seed, 0);
        self.fight(|fight| {
            fight.place_squads();
            fight.chance.set_up_over();
            fight.first_look();
        });
        self.go_on();
    }

    fn to_decide(&self) -> Option<usize> {
        self.acting?;
        let side = self.state.phase.side();
        SIDES.iter().position(|known| Some(*known) == side)
    }

    fn actions(&self, side: usize) -> usize {
        PLAIN + AT_ENEMY * self.slots(side)
    }

    fn action_names(&self, side: usize) -> Vec<String> {
        let mut names = vec!["end".to_owned()];
        for verb in ["step", "turn", "cover"] {
            names.extend(Dir::ALL.map(|dir| format!("{verb} {}", dir.name())));
        }
        let plain =
            ["prone", "stand", "reload", "switch", "ready", "exit", "interact", "door", "heal"];
        names.extend(plain.map(str::to_owned));
        for enemy in &self.rosters[1 - side] {
            let enemy = &self.field().sheet(*enemy).name;
            names.extend(FireMode::ALL.map(|mode| format!("{} at {enemy}", mode.name())));
            names.push(format!("throw at {enemy}"));
        }
        names
    }

    fn observed(&self, side: usize) -> Vec<String> {
        let mut names: Vec<String> = OF_BATTLE.map(str::to_owned).to_vec();
        let of = |unit: &UnitId| self.field().sheet(*unit).name.clone();
        for unit in &self.rosters[side] {
            names.extend(OF_OWN.map(|what| format!("{}: {what}", of(unit))));
        }
        for dir in Dir::ALL {
            names.extend(OF_HEX.map(|what| format!("{}: {what}", dir.name())));
        }
        for unit in &self.rosters[1 - side] {
            names.extend(OF_ENEMY.map(|what| format!("{}: {what}", of(unit))));
        }
        names
    }

    fn observe(&self, side: usize, out: &mut Vec<f32>) {
        let (field, state) = (self.field(), &self.state);
        let view = View::of_side(field, state, SIDES[side]);
        let yes = |is: bool| if is { 1.0 } else { 0.0 };
        let (cols, rows) = (field.field.cols() as f32, field.field.rows() as f32);
        let place = |spot| {
            let at = field.field.col_row(spot);
            (f32::from(at.0) / cols, f32::from(at.1) / rows)
        };
        out.extend([view.turn() as f32 / 60.0, view.quiet() as f32 / 60.0]);
        let acting = self.acting.filter(|unit| view.is_own(*unit));
        for &unit in &self.rosters[side] {
            let Some(me) = view.unit(unit) else {
                out.extend([0.0; OF_OWN.len()]);
                continue;
            };
            let (col, row) = place(me.at());
            out.extend([
                1.0,
                yes(acting == Some(unit)),
                f32::from(me.hp) / f32::from(field.sheet(unit).max_hp.max(1)),
                f32::from(me.tu) / 100.0,
                f32::from(me.energy) / 100.0,
                f32::from(me.morale) / 100.0,
                col,
                row,
                me.facing.index() as f32 / 5.0,
                f32::from(me.cover as u8) / 2.0,
                yes(me.stance == Stance::Prone),
                me.in_hand().map_or(0.0, |armed| f32::from(armed.loaded) / 30.0),
                yes(view.can_act(unit)),
            ]);
        }
        let here = acting.map(|unit| view.mine(unit).at());
        for dir in Dir::ALL {
            let Some(spot) = here.and_then(|here| field.field.step(here, dir)) else {
                out.extend([0.0; OF_HEX.len()]);
                continue;
            };
            let open = view.terrain(spot).is_none_or(|id| field.data.terrain(id).walk.is_some());
            let cover = f32::from(view.cover_of(spot)) / 2.0;
            out.extend([yes(open), cover, yes(view.occupant(spot).is_some())]);
        }
        for &enemy in &self.rosters[1 - side] {
            let seen = view.seen(enemy);
            let ghost = view.ghosts().iter().find(|ghost| ghost.unit == enemy);
            let Some(at) = seen.map(|seen| seen.at).or(ghost.map(|ghost| ghost.at)) else {
                out.extend([0.0; OF_ENEMY.len()]);
                continue;
            };
            let from = here.unwrap_or(at);
            let ((col, row), (own_col, own_row)) = (place(at), place(from));
            let line = seen.is_some() && acting.is_some_and(|unit| view.has_line(unit, at));
            let hp = |max: u16, hp: u16| f32::from(hp) / f32::from(max.max(1));
            out.extend([
                yes(seen.is_some()),
                yes(seen.is_none()),
                seen.map_or(0.0, |seen| hp(seen.max_hp(), seen.hp)),
                col - own_col,
                row - own_row,
                field.field.distance(from, at) as f32 / (cols + rows),
                seen.map_or(0.0, |seen| f32::from(seen.cover as u8) / 2.0),
                yes(seen.is_some_and(|seen| seen.stance == Stance::Prone)),
                yes(line),
            ]);
        }
    }

    fn mask(&mut self, out: &mut Vec<u8>) {
        let (Some(unit), Some(side)) = (self.acting, self.to_decide()) else { return };
        // Whom the side does not see it can do nothing to.
        let view = View::of_unit(self.field(), &self.state, unit);
        let enemies = self.rosters[1 - side].iter();
        let seen: Vec<bool> = enemies.map(|enemy| view.seen(*enemy).is_some()).collect();
        for action in 0..self.actions(side) {
            let aimed = action.checked_sub(PLAIN).map(|rest| seen[rest / AT_ENEMY]);
            let order = if aimed == Some(false) { None } else { self.order(unit, action) };
            let can = order.is_some_and(|order| self.permits(unit, &order));
            out.push(u8::from(can));
        }
    }

    fn act(&mut self, action: usize) -> Result<(), String> {
        let Some(unit) = self.acting else { return Err("the battle is over".to_owned()) };
        let order = self.order(unit, action).ok_or("this action is not possible now")?;
        self.fight(|fight| fight.act(unit, &order)).map_err(|why| why.to_string())?;
        self.go_on();
        Ok(())
    }

    fn standing(&self, side: usize) -> f32 {
        self.strength(side) - self.strength(1 - side)
    }

    fn ended(&self) -> Option<(&'static str, Option<usize>)> {
        let (ending, _) = self.state.ended?;
        let outcome = self.held.rules().outcomes[ending as usize];
        Some((outcome, Some(usize::from(ending != Ending::Victory))))
    }

    fn advice(&self) -> Option<usize> {
        let (unit, side) = (self.acting?, self.to_decide()?);
        let wanted = decide(&View::of_unit(self.field(), &self.state, unit), unit).order;
        (0..self.actions(side)).find(|action| self.order(unit, *action) == Some(wanted))
    }
}
