//! The hero of andor against the monsters, which act by themselves.

use fracas::Battle;
use fracas::andor::{Game, Order, Verdict};
use fracas_andor::Andor;
use fracas_andor::battle::Battle as Field;
use fracas_andor::rules::board::DIRECTIONS;
use fracas_andor::rules::hero;

use super::Arena;

/// Numbers told of the hero and of a monster.
const OF_HERO: [&str; 3] = ["turn", "hp", "ap"];
const OF_MONSTER: [&str; 6] = ["hp", "beside", "hit chance", "own hit chance", "across", "down"];

/// A hero.
pub struct Hero {
    held: Battle,
    game: Game,
    monsters: usize,
    stock: usize,
}

impl Hero {
    pub fn new(held: Battle) -> Result<Self, String> {
        let game = begun(&held, 0)?;
        let monsters = game.state().monsters.len();
        let stock = game.state().bag.len();
        Ok(Self { held, game, monsters, stock })
    }

    fn field(&self) -> &Field {
        // It was looked up when this was made.
        self.held.of::<Andor>().expect("a battle of andor")
    }

    fn order(&self, action: usize) -> Order {
        let used = action.wrapping_sub(1);
        let moved = used.wrapping_sub(self.stock);
        match action {
            0 => Order::End,
            _ if used < self.stock => Order::Use(used),
            _ if moved < DIRECTIONS.len() => Order::Move(moved),
            _ => Order::Attack(moved - DIRECTIONS.len()),
        }
    }
}

fn begun(held: &Battle, seed: u64) -> Result<Game, String> {
    let session = held.play(seed).map_err(|why| why.to_string())?;
    session.game::<Game>().cloned().ok_or_else(|| "this is no battle of andor".to_owned())
}

impl Arena for Hero {
    fn reset(&mut self, seed: u64) {
        // It could be begun before.
        if let Ok(game) = begun(&self.held, seed) {
            self.game = game;
        }
    }

    fn to_decide(&self) -> Option<usize> {
        self.game.verdict().is_none().then_some(0)
    }

    fn actions(&self, _: usize) -> usize {
        1 + self.stock + DIRECTIONS.len() + self.monsters
    }

    fn action_names(&self, _: usize) -> Vec<String> {
        let mut names = vec!["end".to_owned()];
        names
            .extend((0..self.stock).map(|place| format!("use {}", self.field().stocked(place).id)));
        names.extend(DIRECTIONS.map(|direction| format!("move {direction}")));
        names.extend((0..self.monsters).map(|monster| format!("attack {monster}")));
        names
    }

    fn observed(&self, _: usize) -> Vec<String> {
        let mut names = OF_HERO.map(str::to_owned).to_vec();
        names.extend(
            (0..self.stock).map(|place| format!("{} left", self.field().stocked(place).id)),
        );
        for monster in 0..self.monsters {
            names.extend(OF_MONSTER.map(|what| format!("{monster}: {what}")));
        }
        names
    }

    fn observe(&self, _: usize, out: &mut Vec<f32>) {
        let state = self.game.state();
        let share = |now: i32, most: i32| now.max(0) as f32 / most.max(1) as f32;
        let hero = &state.hero;
        out.push(state.turns as f32 / 100.0);
        out.extend([share(hero.hp, hero.max_hp), share(hero.ap, hero.max_ap)]);
        out.extend((0..self.stock).map(|place| state.bag[place] as f32 / 10.0));
        for (place, foe) in state.monsters.iter().enumerate() {
            let beside = state.adjacent >> place & 1 == 1;
            out.extend([
                share(foe.hp, foe.max_hp),
                if beside { 1.0 } else { 0.0 },
                foe.blow.hit as f32 / 100.0,
                foe.taken.hit as f32 / 100.0,
                (foe.at.x - hero.at.x) as f32 / 10.0,
                (foe.at.y - hero.at.y) as f32 / 10.0,
            ]);
        }
    }

    fn mask(&mut self, out: &mut Vec<u8>) {
        for action in 0..self.actions(0) {
            let refused = hero::refusal(self.field(), self.game.state(), self.order(action));
            out.push(u8::from(refused.is_none()));
        }
    }

    fn act(&mut self, action: usize) -> Result<(), String> {
        if action >= self.actions(0) {
            return Err("this action is not possible now".to_owned());
        }
        self.game.order(self.order(action), &mut |_| {})
    }

    fn standing(&self, _: usize) -> f32 {
        let state = self.game.state();
        let share = |now: i32, most: i32| now.max(0) as f32 / most.max(1) as f32;
        let foes: f32 = state.monsters.iter().map(|foe| share(foe.hp, foe.max_hp)).sum();
        share(state.hero.hp, state.hero.max_hp) - foes / self.monsters.max(1) as f32
    }

    fn ended(&self) -> Option<(&'static str, Option<usize>)> {
        let verdict = self.game.verdict()?;
        Some((verdict.key(), (verdict == Verdict::Win).then_some(0)))
    }

    fn advice(&self) -> Option<usize> {
        let wanted = self.game.advice();
        (0..self.actions(0)).find(|action| self.order(*action) == wanted)
    }
}
