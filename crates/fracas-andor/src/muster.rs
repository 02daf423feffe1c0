//! From what is written to a battle ready to be fought.

use crate::battle::{Battle, Fight, Foe, Hero, Kind, Policy, Profile, Stage, Starts, Tile};
use crate::items::Outfit;
use crate::rules::attack::Blow;
use crate::rules::equipment::Wearer;
use crate::rules::{conditions, levels};
use crate::scenario::{ScenarioBuilder, WrittenHero};
use crate::skills::Skill;
use crate::state::{Accounts, HeroState, MonsterState, Phase, PickedUp, Settling, State};
use crate::stats::Stats;
use fracas_core::List;

/// A fight as it is written.
pub struct WrittenFight {
    ///
    pub starts: Starts,
    ///
    pub rest: bool,
    /// The monsters, placed.
    pub foes: Vec<Foe>,
}

/// Everything a scenario says.
pub struct Written {
    /// The scenario's name.
    pub name: Option<String>,
    ///
    pub flee_fail: i64,
    /// The hero.
    pub hero: WrittenHero,
    /// What he does by himself.
    pub policy: Policy,
    /// The chain.
    pub fights: Vec<WrittenFight>,
    /// Items, stock and monster entries.
    pub builder: ScenarioBuilder,
    /// The file.
    pub text: String,
}

/// Puts the battle together.
pub fn battle(written: Written) -> Battle {
    let Written { name, flee_fail, hero: written_hero, policy, fights, builder, text } = written;
    let WrittenHero { hero, hp, afflictions } = written_hero;
    let mut b = Battle {
        name,
        profile: builder.profile,
        written_flee_fail: flee_fail,
        flee_fail: fails(flee_fail, &hero),
        policy,
        items: builder.items,
        stock: builder.stock,
        bag: builder.bag,
        conditions: builder.library.conditions.into_list(),
        kinds: builder.kinds,
        fights: Vec::new(),
        afflictions,
        lively: false,
        text,
        start: empty_state(),
        hero,
    };
    b.fights = chain(&b, fights);
    b.lively = is_lively(&b);
    b.start = start(&b, hp);
    b
}

/// in 100 moves of this hero that many fail.
fn fails(written: i64, hero: &Hero) -> u64 {
    (written - 5 * hero.skills.level(Skill::Evasion)).max(0) as u64
}

/// The same battle with another hero; `change` gets him and his hit points:
/// as many as he has, or none if they are full.
pub fn variant(b: &Battle, change: impl FnOnce(&mut Hero, &mut Option<i64>)) -> Battle {
    let now = &b.start.hero;
    let mut hp = (now.hp < now.max_hp).then_some(i64::from(now.hp));
    let mut hero = b.hero.clone();
    change(&mut hero, &mut hp);
    let fights = b.fights.iter().map(|fight| WrittenFight {
        starts: fight.starts,
        rest: fight.rest,
        foes: fight.foes.clone(),
    });
    again(b, hero, b.kinds.clone(), fights.collect(), hp)
}

/// The same hero at full hit points against one monster.
pub fn against(b: &Battle, kind: &Kind) -> Battle {
    let foe = Foe { kind: 0, name: kind.name.clone(), at: Tile { x: 0, y: 1 } };
    let starts = b.fights[0].starts;
    let fight = WrittenFight { starts, rest: false, foes: vec![foe] };
    again(b, b.hero.clone(), vec![kind.clone()], vec![fight], None)
}

/// The same battle with another outfit, bag, and chain of fights.
pub fn with(b: &Battle, outfit: Outfit, bag: Vec<u32>, fights: Vec<WrittenFight>) -> Battle {
    let now = &b.start.hero;
    let hp = (now.hp < now.max_hp).then_some(i64::from(now.hp));
    let hero = Hero { outfit, ..b.hero.clone() };
    let mut variant = again(b, hero, b.kinds.clone(), fights, hp);
    variant.start.bag = List::from(bag.clone());
    variant.bag = bag;
    variant
}

fn again(
    b: &Battle,
    hero: Hero,
    kinds: Vec<Kind>,
    fights: Vec<WrittenFight>,
    hp: Option<i64>,
) -> Battle {
    let mut variant = Battle {
        name: b.name.clone(),
        profile: b.profile,
        written_flee_fail: b.written_flee_fail,
        flee_fail: fails(b.written_flee_fail, &hero),
        hero,
        policy: b.policy.clone(),
        items: b.items.clone(),
        stock: b.stock.clone(),
        bag: b.bag.clone(),
        conditions: b.conditions.clone(),
        kinds,
        fights: Vec::new(),
        afflictions: b.afflictions.clone(),
        lively: false,
        text: b.text.clone(),
        start: empty_state(),
    };
    variant.fights = chain(&variant, fights);
    variant.lively = is_lively(&variant);
    variant.start = start(&variant, hp);
    variant
}

/// The fights, each with the hero as he comes to it: everything before it was
/// won.
fn chain(b: &Battle, written: Vec<WrittenFight>) -> Vec<Fight> {
    let Hero { level, xp, base, .. } = &b.hero;
    let (mut level, mut xp, mut base, mut gained_hp) = (*level, *xp, *base, 0);
    let mut fights = Vec::new();
    for WrittenFight { starts, rest, foes } in written {
        let reward = foes.iter().map(|foe| b.kinds[foe.kind].xp).sum();
        let loot = foes.iter().any(|foe| !b.kinds[foe.kind].loot.is_empty());
        let stage = stage(b, &base, &foes);
        fights.push(Fight { starts, rest, foes, level, xp, base, gained_hp, reward, loot, stage });
        xp = (xp + reward).min(levels::MOST_TOTAL);
        let risen = levels::rise(level, xp, &base, &b.hero.level_up);
        (level, base, gained_hp) = (risen.level, risen.base, risen.hp);
    }
    fights
}

/// The board at the start of a fight, no conditions counted yet.
fn stage(b: &Battle, base: &Stats, foes: &[Foe]) -> Stage {
    let wearer =
        Wearer { profile: b.profile, base, skills: &b.hero.skills, conditions: &Stats::default() };
    let stats = wearer.equipped(b.worn(&b.hero.outfit)).fit_to_fight();
    let mut hero = HeroState { hp: i32::MAX, ..HeroState::default() };
    hero.take(&stats, &b.policy);
    let mut stage = Stage { hero, ..Stage::default() };
    for (place, foe) in foes.iter().enumerate() {
        let kind = &b.kinds[foe.kind];
        let mut monster = MonsterState {
            hp: kind.hp_now as i32,
            ap: 0,
            max_ap: 0,
            attack_cost: 0,
            move_cost: 0,
            max_hp: 0,
            mobile: !kind.immobile(),
            at: foe.at,
            blow: Blow::default(),
            taken: Blow::default(),
        };
        monster.take(b.profile, &kind.stats, &stats, kind.class.immune_to_criticals());
        stage.monsters.push(monster);
        stage.living |= State::bit(place);
        if foe.at.distance(Tile::default()) == 1 {
            stage.adjacent |= State::bit(place);
        }
    }
    stage
}

/// Whether anything but blows, drinks and steps can happen.
fn is_lively(b: &Battle) -> bool {
    let acting = [
        Skill::Cleave,
        Skill::Eater,
        Skill::Regeneration,
        Skill::Rejuvenation,
        Skill::Taunt,
        Skill::Concussion,
        Skill::Crit1,
        Skill::Crit2,
    ];
    b.profile == Profile::Current
        && (!b.afflictions.is_empty()
            || acting.iter().any(|skill| b.hero.skills.has(*skill))
            || b.items.iter().any(|item| !item.effects.is_empty() || !item.added.is_empty())
            || b.kinds.iter().any(|kind| !kind.effects.is_empty() || !kind.added.is_empty()))
}

fn start(b: &Battle, hp: Option<i64>) -> State {
    let mut st = empty_state();
    let stage = &b.fights[0].stage;
    st.hero = stage.hero;
    st.monsters.clone_from(&stage.monsters);
    st.living = stage.living;
    st.adjacent = stage.adjacent;
    st.bag = List::from(b.bag.clone());
    st.outfit = b.hero.outfit;
    if b.lively {
        st.active = List::from(b.afflictions.clone());
        conditions::put_on_worn(b, &mut st);
        conditions::add_monsters_own(b, &mut st, &b.fights[0]);
        st.hero.hp = i32::MAX;
        conditions::refresh(b, &mut st);
    }
    // never above the maximum.
    st.hero.hp = hp.map_or(st.hero.max_hp, |hp| (hp as i32).min(st.hero.max_hp));
    st
}

fn empty_state() -> State {
    State {
        hero: HeroState::default(),
        monsters: Vec::new(),
        living: 0,
        adjacent: 0,
        phase: Phase::Hero,
        target: None,
        fight: 0,
        opening: true,
        fresh: true,
        acts: 0,
        turns: 0,
        turns_before: 0,
        bag: List::default(),
        outfit: Default::default(),
        active: List::default(),
        verdict: None,
        settling: Settling::Open,
        gold: 0,
        loot: PickedUp::default(),
        xp_lost: 0,
        accounts: Accounts::default(),
    }
}
