//! Conditions during a fight, and the statistics that change
//! with them.

use fracas_core::chance::{Chance, Die};
use fracas_core::watch::Watch;

use super::attack::Blow;
use super::equipment::Wearer;
use crate::battle::{Battle, Fight, Profile};
use crate::conditions::{Category, REMOVE, UNTIL_REST};
use crate::events::{Event, hp, name};
use crate::skills::Skill;
use crate::state::{Active, Actor, Cause, HeroState, MonsterState, Source, State};
use crate::stats::{Interval, Stats};

/// What a condition does in a tick.
pub const CONDITION: Die = Die("condition");
/// Whether rejuvenation weakens a condition.
pub const REJUVENATION: Die = Die("rejuvenation");

/// puts a condition on somebody, or takes it away.
pub fn apply<W: Watch<Event>>(
    b: &Battle,
    st: &mut State,
    who: Actor,
    condition: usize,
    (magnitude, duration): (i64, i64),
    w: &mut W,
) {
    if hp(st, who) == 0 {
        return;
    }
    let (magnitude, duration) = (magnitude as i32, duration as i32);
    let id = condition as u16;
    let of_kind = |active: &Active| active.who == who && active.condition == id;
    // Neither removal nor replacement ends what is worn.
    let same = |active: &Active| of_kind(active) && !active.worn;
    let tell = |w: &mut W, st: &State, magnitude: i32, duration: i32| {
        w.event(|| Event::Condition {
            who: name(b, st, who),
            condition: b.conditions[condition].name.clone(),
            magnitude,
            duration,
        });
    };
    if i64::from(magnitude) == REMOVE {
        let immune = |active: &Active| i64::from(active.magnitude) == REMOVE;
        let had = st.active.iter().any(|active| same(active) && !immune(active));
        st.active.retain(|active| !same(active) || immune(active));
        if had {
            tell(w, st, 0, 0);
        }
        if duration > 0 {
            match st.active.iter_mut().find(|active| same(active)) {
                // The longer immunity stays.
                Some(known) => known.duration = known.duration.max(duration),
                None => {
                    st.active.push(Active { who, condition: id, magnitude, duration, worn: false })
                }
            }
        }
        refresh_if(b, st, condition);
        return;
    }
    if magnitude == 0 || duration <= 0 {
        return;
    }
    let immunity = |active: &Active| of_kind(active) && i64::from(active.magnitude) == REMOVE;
    if st.active.iter().any(immunity) {
        return;
    }
    let new = Active { who, condition: id, magnitude, duration, worn: false };
    if b.conditions[condition].stacking {
        match st.active.iter_mut().find(|active| same(active) && active.duration == duration) {
            Some(known) => {
                known.magnitude = known.magnitude.saturating_add(magnitude);
                let sum = known.magnitude;
                tell(w, st, sum, duration);
            }
            None => {
                st.active.push(new);
                tell(w, st, magnitude, duration);
            }
        }
    } else {
        let keeps = |active: &Active| {
            active.magnitude > magnitude
                || active.magnitude == magnitude && active.duration >= duration
        };
        // what is worn counts as active.
        if st.active.iter().any(|active| of_kind(active) && keeps(active)) {
            return;
        }
        st.active.retain(|active| !same(active));
        st.active.push(new);
        tell(w, st, magnitude, duration);
    }
    refresh_if(b, st, condition);
}

/// whether a condition acts. Of those that do not stack only the
/// strongest does; what is worn waits beside a stronger one until that is over.
fn acts(b: &Battle, st: &State, place: usize) -> bool {
    let active = &st.active[place];
    if i64::from(active.magnitude) == REMOVE {
        return false;
    }
    if b.conditions[usize::from(active.condition)].stacking {
        return true;
    }
    let strength = |active: &Active| (active.magnitude, active.duration);
    let stronger = |(other, known): (usize, &Active)| {
        known.who == active.who
            && known.condition == active.condition
            && i64::from(known.magnitude) != REMOVE
            && (strength(known) > strength(active)
                || strength(known) == strength(active) && other < place)
    };
    !st.active.iter().enumerate().any(stronger)
}

/// one tick of somebody's conditions. Whoever it kills is at 0 hit
/// points afterwards.
pub fn tick<C, W>(b: &Battle, st: &mut State, who: Actor, c: &mut C, w: &mut W)
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    for positive in [false, true] {
        for place in 0..st.active.len() {
            let active = st.active[place];
            let kind = &b.conditions[usize::from(active.condition)];
            if active.who != who || kind.positive != positive || !acts(b, st, place) {
                continue;
            }
            let draw = |interval: Option<Interval>, c: &mut C| {
                let drawn = interval.map(|of| of.at(c.below(of.sides(), CONDITION)));
                (drawn.unwrap_or(0) as i32).saturating_mul(active.magnitude)
            };
            let (hp_by, ap_by) = (draw(kind.round_hp, c), draw(kind.round_ap, c));
            // nobody is dead before all of them have acted, so what one
            // takes below 0 the next may give back.
            shift(b, st, who, (hp_by, ap_by), Cause::Condition(active.condition), i32::MIN, w);
        }
    }
    let now = hp_of(st, who);
    if *now <= 0 {
        *now = 0;
        return;
    }
    if who == Actor::Hero {
        recover(b, st, c, w);
    }
    run_down(b, st, who, w);
}

/// durations go down, and what is at its end is gone.
fn run_down<W: Watch<Event>>(b: &Battle, st: &mut State, who: Actor, w: &mut W) {
    let finite = |active: &Active| {
        active.who == who && !active.worn && i64::from(active.duration) < UNTIL_REST
    };
    let mut gone = false;
    for place in 0..st.active.len() {
        let active = st.active[place];
        if !finite(&active) || active.duration > 1 {
            continue;
        }
        gone = true;
        // Immunities are not told of, neither when they come nor when they go.
        if i64::from(active.magnitude) != REMOVE {
            w.event(|| Event::Condition {
                who: name(b, st, who),
                condition: b.conditions[usize::from(active.condition)].name.clone(),
                magnitude: 0,
                duration: 0,
            });
        }
    }
    st.active.retain(|active| !(finite(active) && active.duration <= 1));
    for active in st.active.iter_mut().filter(|active| finite(active)) {
        active.duration -= 1;
    }
    if gone {
        refresh(b, st);
    }
}

/// regeneration and rejuvenation, in the hero's ticks.
fn recover<C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W)
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let regeneration = b.hero.skills.level(Skill::Regeneration) as i32;
    if regeneration > 0 && st.adjacent == 0 {
        change(b, st, Actor::Hero, (regeneration, 0), Cause::Effect, w);
    }
    let rejuvenation = b.hero.skills.level(Skill::Rejuvenation) as u64;
    if rejuvenation == 0 {
        return;
    }
    let weakened = |active: &Active| {
        let kind = &b.conditions[usize::from(active.condition)];
        active.who == Actor::Hero
            && !active.worn
            && i64::from(active.magnitude) != REMOVE
            && i64::from(active.duration) < UNTIL_REST
            && !kind.positive
            && kind.category != Category::Spiritual
    };
    let count = st.active.iter().filter(|active| weakened(active)).count();
    if count == 0 || !c.hit((20 * rejuvenation).min(100), 100, REJUVENATION) {
        return;
    }
    let chosen = c.below(count as u64, REJUVENATION) as usize;
    let found = st.active.iter_mut().filter(|active| weakened(active)).nth(chosen);
    let Some(found) = found else { return };
    found.magnitude -= 1;
    let now = *found;
    st.active.retain(|active| active.magnitude != 0);
    w.event(|| Event::Condition {
        who: name(b, st, Actor::Hero),
        condition: b.conditions[usize::from(now.condition)].name.clone(),
        magnitude: now.magnitude,
        duration: now.duration,
    });
    refresh_if(b, st, usize::from(now.condition));
}

/// Changes hit and action points without a blow. The dead stay dead.
pub fn change<W: Watch<Event>>(
    b: &Battle,
    st: &mut State,
    who: Actor,
    by: (i32, i32),
    cause: Cause,
    w: &mut W,
) {
    if hp(st, who) > 0 {
        shift(b, st, who, by, cause, 0, w);
    }
}

fn hp_of(st: &mut State, who: Actor) -> &mut i32 {
    match who {
        Actor::Hero => &mut st.hero.hp,
        Actor::Monster(monster) => &mut st.monsters[usize::from(monster)].hp,
    }
}

/// Changes hit points, down to `least`, and action points.
fn shift<W: Watch<Event>>(
    b: &Battle,
    st: &mut State,
    who: Actor,
    (hp_by, ap_by): (i32, i32),
    cause: Cause,
    least: i32,
    w: &mut W,
) {
    let (now, max_hp, ap, max_ap) = match who {
        Actor::Hero => (&mut st.hero.hp, st.hero.max_hp, &mut st.hero.ap, st.hero.max_ap),
        Actor::Monster(monster) => {
            let now = &mut st.monsters[usize::from(monster)];
            (&mut now.hp, now.max_hp, &mut now.ap, now.max_ap)
        }
    };
    if (hp_by, ap_by) == (0, 0) {
        return;
    }
    let before = *now;
    *now = now.saturating_add(hp_by).clamp(least, max_hp.max(before));
    let changed = now.saturating_sub(before);
    if ap_by != 0 {
        *ap = ap.saturating_add(ap_by).clamp(0, max_ap.max(0));
    }
    let hp = (*now).max(0);
    if W::LOUD && before.max(0) > hp {
        let source = Source { hurt: b.party(st, who), by: None, cause };
        st.accounts.add(source, i64::from(before.max(0) - hp));
    }
    w.event(|| Event::Changed {
        who: name(b, st, who),
        by: match cause {
            Cause::Condition(condition) => b.conditions[usize::from(condition)].name.clone(),
            _ => "effect".to_owned(),
        },
        hp_by: changed,
        ap_by,
        hp,
    });
}

/// What the conditions of somebody add to his statistics.
pub fn abilities(b: &Battle, st: &State, who: Actor) -> Stats {
    let mut sum = Stats::default();
    for (place, active) in st.active.iter().enumerate().filter(|(_, active)| active.who == who) {
        let ability = b.conditions[usize::from(active.condition)].ability.as_ref();
        if let Some(ability) = ability.filter(|_| acts(b, st, place)) {
            sum.add(&ability.times(i64::from(active.magnitude)));
        }
    }
    sum
}

fn refresh_if(b: &Battle, st: &mut State, condition: usize) {
    if b.conditions[condition].ability.is_some() {
        refresh(b, st);
    }
}

/// The hero's statistics as they are now.
pub fn hero_stats(b: &Battle, st: &State) -> Stats {
    let conditions = abilities(b, st, Actor::Hero);
    let wearer = Wearer {
        profile: b.profile,
        base: &b.fights[usize::from(st.fight)].base,
        skills: &b.hero.skills,
        conditions: &conditions,
    };
    wearer.equipped(b.worn(&st.outfit)).fit_to_fight()
}

/// A monster's block chance as it is now.
pub fn monster_block(b: &Battle, st: &State, monster: usize) -> i64 {
    let own = b.kind(usize::from(st.fight), monster).stats.block;
    own + abilities(b, st, Actor::Monster(monster as u8)).block
}

/// Works out everybody's statistics and blows anew.
pub fn refresh(b: &Battle, st: &mut State) {
    let hero = hero_stats(b, st);
    st.hero.take(&hero, &b.policy);
    for monster in 0..st.monsters.len() {
        let who = Actor::Monster(monster as u8);
        let kind = b.kind(usize::from(st.fight), monster);
        let mut stats = kind.stats;
        stats.add(&abilities(b, st, who));
        let stats = stats.capped().fit_to_fight();
        let now = &mut st.monsters[monster];
        now.take(b.profile, &stats, &hero, kind.class.immune_to_criticals());
    }
}

/// The hero changed his clothes: their conditions and statistics are others.
pub fn redress(b: &Battle, st: &mut State) {
    st.active.retain(|active| active.who != Actor::Hero || !active.worn);
    put_on_worn(b, st);
    refresh(b, st);
}

/// conditions of what the hero wears. They come as others do:
/// an immunity ends what he has of its kind, and one that does not stack
/// replaces what is no stronger.
pub fn put_on_worn(b: &Battle, st: &mut State) {
    let outfit = st.outfit;
    for added in b.worn(&outfit).flat_map(|(_, item)| &item.added) {
        let new = Active::worn(Actor::Hero, added);
        let stacking = b.conditions[added.condition].stacking;
        st.active.retain(|active| {
            let beaten =
                added.magnitude == REMOVE || !stacking && active.magnitude <= new.magnitude;
            let lasts = active.worn || i64::from(active.magnitude) == REMOVE;
            lasts || active.who != Actor::Hero || active.condition != new.condition || !beaten
        });
        st.active.push(new);
    }
}

/// conditions at the start of a further fight of a chain.
pub fn enter(b: &Battle, st: &mut State, fight: &Fight) {
    st.active.retain(|active| {
        let rested = fight.rest && i64::from(active.duration) == UNTIL_REST;
        active.who == Actor::Hero && !rested
    });
    add_monsters_own(b, st, fight);
    refresh(b, st);
}

/// what monsters wear.
pub fn add_monsters_own(b: &Battle, st: &mut State, fight: &Fight) {
    for (monster, foe) in fight.foes.iter().enumerate() {
        let who = Actor::Monster(monster as u8);
        st.active.extend(b.kinds[foe.kind].added.iter().map(|added| Active::worn(who, added)));
    }
}

impl HeroState {
    /// Takes over statistics. Hit and action points are capped.
    pub fn take(&mut self, stats: &Stats, policy: &crate::battle::Policy) {
        self.max_hp = stats.hp as i32;
        self.max_ap = stats.ap as i32;
        self.hp = self.hp.min(self.max_hp);
        self.ap = self.ap.min(self.max_ap);
        self.attack_cost = stats.attack_cost as i32;
        self.move_cost = stats.move_cost as i32;
        self.use_cost = stats.use_cost as i32;
        self.reequip_cost = stats.reequip_cost as i32;
        // HP x 100 < percent x max HP, as a bound on HP.
        let under = |percent: i64| (percent * i64::from(self.max_hp) + 99) / 100;
        self.drink_under = under(policy.drink_below) as i32;
        self.flee_under = under(policy.flee_below) as i32;
        self.careful_under = self.drink_under.max(self.flee_under);
    }
}

impl MonsterState {
    /// Takes over its statistics and those of the hero it faces.
    pub fn take(&mut self, profile: Profile, stats: &Stats, hero: &Stats, immune: bool) {
        self.max_hp = stats.hp as i32;
        self.max_ap = stats.ap as i32;
        self.hp = self.hp.min(self.max_hp);
        self.ap = self.ap.min(self.max_ap);
        self.attack_cost = stats.attack_cost as i32;
        self.move_cost = stats.move_cost as i32;
        self.blow = Blow::new(profile, stats, hero, false);
        self.taken = Blow::new(profile, hero, stats, profile == Profile::Current && immune);
    }
}
