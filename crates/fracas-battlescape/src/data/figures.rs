//! Keys of the figures that belong to no kind of thing (B-292).

use fracas_core::document::{Field, Shape, TableShape};

use super::key::{Key, fields, num, table};
use super::{
    AccuracyNumbers, AiNumbers, Costs, CoverNumbers, DamageNumbers, ModeNumbers, Morale, Noise,
    SightNumbers, StatusNumbers, Suppression, Vision, XpNumbers,
};

const PERCENT: (i64, i64) = (0, 100);
/// Percent that may be more than the whole.
const MORE: (i64, i64) = (0, 1000);
const POINTS: (i64, i64) = (-200, 200);
const TU: (i64, i64) = (0, 999);
const BYTE: (i64, i64) = (0, 255);
const HEXES: (i64, i64) = (1, 60);
const RANKS: Shape = Shape::exactly(6, &Shape::whole(0, 1_000_000));

/// The keys of `cover.half` and `cover.full`.
pub static COVER: [Key<CoverNumbers>; 3] = [
    Key::whole("accuracy", PERCENT, "taken from accuracy", |t, n| t.accuracy = num(n)),
    Key::whole("damage_pct", MORE, "percent of damage that comes through", |t, n| {
        t.damage_pct = num(n)
    }),
    Key::whole("armour_bonus", (0, 99), "added to armour", |t, n| t.armour_bonus = num(n)),
];
static COVER_FIELDS: [Field; 3] = fields(&COVER);
/// The table of them.
pub static COVER_SHAPE: TableShape = table("cover", "What cover is worth (B-112).", &COVER_FIELDS);

/// The keys of `mode.<mode>`.
pub static MODE: [Key<ModeNumbers>; 2] = [
    Key::whole("accuracy", POINTS, "added to accuracy", |t, n| t.accuracy = num(n)),
    Key::whole("damage_pct", (-100, 1000), "percent added to damage", |t, n| t.damage_pct = num(n)),
];
static MODE_FIELDS: [Field; 2] = fields(&MODE);
/// The table of them.
pub static MODE_SHAPE: TableShape =
    table("mode", "What a fire mode changes (B-140, B-151).", &MODE_FIELDS);

/// The keys of `tu`.
pub static COSTS: [Key<Costs>; 21] = [
    Key::whole("walk", (1, 999), "a step", |t, n| t.walk = num(n)),
    Key::whole("run", (1, 999), "a step at a run", |t, n| t.run = num(n)),
    Key::whole("crouch_pct", TU, "percent added when crouched or prone", |t, n| {
        t.crouch_pct = num(n)
    }),
    Key::whole("climb_pct", TU, "percent added for a level up", |t, n| t.climb_pct = num(n)),
    Key::whole("door", TU, "opening or closing a door, also on the way", |t, n| t.door = num(n)),
    Key::whole("burning", TU, "added for a burning hex (B-70)", |t, n| t.burning = num(n)),
    Key::whole("disengage", TU, "disengaging (B-79)", |t, n| t.disengage = num(n)),
    Key::whole("turn", TU, "turning by 60 degrees (B-15)", |t, n| t.turn = num(n)),
    Key::whole("take_cover", TU, "taking cover (B-110)", |t, n| t.take_cover = num(n)),
    Key::whole("prone", TU, "going prone", |t, n| t.prone = num(n)),
    Key::whole("stand", TU, "standing up", |t, n| t.stand = num(n)),
    Key::whole("use_item", TU, "using an item", |t, n| t.use_item = num(n)),
    Key::whole("throw", TU, "throwing without detonation", |t, n| t.throw = num(n)),
    Key::whole("prepare", TU, "preparing a grenade", |t, n| t.prepare = num(n)),
    Key::whole("throw_prepared", TU, "throwing a prepared grenade", |t, n| {
        t.throw_prepared = num(n)
    }),
    Key::whole("reload", TU, "reloading", |t, n| t.reload = num(n)),
    Key::whole("switch", TU, "changing weapons", |t, n| t.switch = num(n)),
    Key::whole("interact", TU, "using an object or picking up an item (B-25)", |t, n| {
        t.interact = num(n)
    }),
    Key::whole("ready", TU, "getting ready for reaction fire (B-210)", |t, n| t.ready = num(n)),
    Key::whole("suppress", TU, "getting ready for suppression fire (B-215)", |t, n| {
        t.suppress = num(n)
    }),
    Key::whole("reaction", TU, "a further reaction shot (B-210)", |t, n| t.reaction = num(n)),
];
static COSTS_FIELDS: [Field; 21] = fields(&COSTS);
/// The table of them.
pub static COSTS_SHAPE: TableShape =
    table("tu", "What actions cost in time units (B-62).", &COSTS_FIELDS);

/// The keys of `suppression`.
pub static SUPPRESSION: [Key<Suppression>; 13] = [
    Key::whole("hit", BYTE, "points for an attack that hit", |t, n| t.hit = num(n)),
    Key::whole("miss", BYTE, "for one that missed", |t, n| t.miss = num(n)),
    Key::whole("heavy", BYTE, "more for a heavy weapon", |t, n| t.heavy = num(n)),
    Key::whole("auto", BYTE, "at least this for automatic fire", |t, n| t.auto = num(n)),
    Key::whole("blast_centre", BYTE, "on the centre of a blast", |t, n| t.blast_centre = num(n)),
    Key::whole("blast_near", BYTE, "near a blast", |t, n| t.blast_near = num(n)),
    Key::whole("near", BYTE, "how near, in hexes", |t, n| t.near = num(n)),
    Key::whole("zone", BYTE, "for suppression fire (B-215)", |t, n| t.zone = num(n)),
    Key::whole("suppressed", BYTE, "from here on a unit is suppressed", |t, n| {
        t.suppressed = num(n)
    }),
    Key::whole("cap", BYTE, "the most", |t, n| t.cap = num(n)),
    Key::whole("recovery", BYTE, "lost at the end of the own phase", |t, n| t.recovery = num(n)),
    Key::whole("accuracy", PERCENT, "taken from accuracy", |t, n| t.accuracy = num(n)),
    Key::whole("tu", TU, "taken from time units", |t, n| t.tu = num(n)),
];
static SUPPRESSION_FIELDS: [Field; 13] = fields(&SUPPRESSION);
/// The table of them.
pub static SUPPRESSION_SHAPE: TableShape =
    table("suppression", "Suppression (B-214).", &SUPPRESSION_FIELDS);

/// The keys of `morale`.
pub static MORALE: [Key<Morale>; 14] = [
    Key::whole("friend_killed", PERCENT, "lost for a friend killed", |t, n| {
        t.friend_killed = num(n)
    }),
    Key::whole("leader_killed", PERCENT, "for a leader killed", |t, n| t.leader_killed = num(n)),
    Key::whole("heavy_damage", PERCENT, "for heavy damage in one action", |t, n| {
        t.heavy_damage = num(n)
    }),
    Key::whole("heavy_pct", PERCENT, "percent of hit points that is heavy damage", |t, n| {
        t.heavy_pct = num(n)
    }),
    Key::whole("crit", PERCENT, "for a critical hit taken", |t, n| t.crit = num(n)),
    Key::whole("flank", PERCENT, "for a hit from the side", |t, n| t.flank = num(n)),
    Key::whole("rear", PERCENT, "for a hit from behind", |t, n| t.rear = num(n)),
    Key::whole("burning", PERCENT, "for being set on fire", |t, n| t.burning = num(n)),
    Key::whole("suppressed", PERCENT, "for becoming suppressed", |t, n| t.suppressed = num(n)),
    Key::whole("enemy_killed", PERCENT, "gained by the side for an enemy killed", |t, n| {
        t.enemy_killed = num(n)
    }),
    Key::whole("killer", PERCENT, "gained by the killer", |t, n| t.killer = num(n)),
    Key::whole("objective", PERCENT, "gained for an objective", |t, n| t.objective = num(n)),
    Key::whole("shaken", PERCENT, "below this a unit is shaken (B-232)", |t, n| t.shaken = num(n)),
    Key::whole("command", PERCENT, "how far a leader is felt (B-230)", |t, n| t.command = num(n)),
];
static MORALE_FIELDS: [Field; 14] = fields(&MORALE);
/// The table of them.
pub static MORALE_SHAPE: TableShape = table("morale", "Morale (B-230, B-231).", &MORALE_FIELDS);

/// The keys of `ai.<mode>`.
pub static AI: [Key<AiNumbers>; 5] = [
    Key::whole("shoots_at", PERCENT, "shoots at this accuracy or better", |t, n| {
        t.shoots_at = num(n)
    }),
    Key::whole("withdraws_at", PERCENT, "withdraws at this percent of its hit points", |t, n| {
        t.withdraws_at = num(n)
    }),
    Key::whole("ready_shots", (0, 3), "reaction shots it gets ready for", |t, n| {
        t.ready_shots = num(n)
    }),
    Key::whole("leash", BYTE, "how far from its post it goes; 255 for anywhere", |t, n| {
        t.leash = num(n)
    }),
    Key::whole("distance", BYTE, "the distance it keeps", |t, n| t.distance = num(n)),
];
static AI_FIELDS: [Field; 5] = fields(&AI);
/// The table of them.
pub static AI_SHAPE: TableShape = table("ai", "How a mode of the AI behaves (B-272).", &AI_FIELDS);

/// The keys of `accuracy`.
pub static ACCURACY: [Key<AccuracyNumbers>; 22] = [
    Key::whole("head", PERCENT, "lost by aiming at the head", |t, n| t.head = num(n)),
    Key::whole("band", PERCENT, "lost per range band beyond the first", |t, n| t.band = num(n)),
    Key::whole("too_close", PERCENT, "lost below the least range", |t, n| t.too_close = num(n)),
    Key::whole("side", PERCENT, "gained from the side (B-116)", |t, n| t.side = num(n)),
    Key::whole("rear", PERCENT, "gained from behind (B-116)", |t, n| t.rear = num(n)),
    Key::whole("height", PERCENT, "gained from above, lost from below (B-118)", |t, n| {
        t.height = num(n)
    }),
    Key::whole("moved", PERCENT, "lost per stride after walking", |t, n| t.moved = num(n)),
    Key::whole("ran", PERCENT, "lost per stride after running", |t, n| t.ran = num(n)),
    Key::whole("stride", (1, 255), "hexes of a stride, or part of them", |t, n| t.stride = num(n)),
    Key::whole("partial", PERCENT, "lost per partial blocker on the line", |t, n| {
        t.partial = num(n)
    }),
    Key::whole("smoke", PERCENT, "lost per level of smoke", |t, n| t.smoke = num(n)),
    Key::whole("prone_far", PERCENT, "lost against a prone target not adjacent (B-119)", |t, n| {
        t.prone_far = num(n)
    }),
    Key::whole("prone_near", PERCENT, "gained against an adjacent prone target", |t, n| {
        t.prone_near = num(n)
    }),
    Key::whole("prone_own", PERCENT, "gained by a prone shooter", |t, n| t.prone_own = num(n)),
    Key::whole("reaction", PERCENT, "lost by a reaction shot", |t, n| t.reaction = num(n)),
    Key::whole("runner", PERCENT, "lost besides against a runner (B-77)", |t, n| t.runner = num(n)),
    Key::whole("ambush", PERCENT, "gained from ambush (B-102)", |t, n| t.ambush = num(n)),
    Key::whole("critical", PERCENT, "lost by a shooter in critical state", |t, n| {
        t.critical = num(n)
    }),
    Key::whole("shaken", PERCENT, "lost by a shaken shooter", |t, n| t.shaken = num(n)),
    Key::whole("opportunity", PERCENT, "lost by a strike at somebody who leaves (B-79)", |t, n| {
        t.opportunity = num(n)
    }),
    Key::whole("least", PERCENT, "the least accuracy", |t, n| t.least = num(n)),
    Key::whole("most", PERCENT, "the most", |t, n| t.most = num(n)),
];
static ACCURACY_FIELDS: [Field; 22] = fields(&ACCURACY);
/// The table of them.
pub static ACCURACY_SHAPE: TableShape =
    table("accuracy", "Terms of accuracy (B-140).", &ACCURACY_FIELDS);

/// The keys of `damage`.
pub static DAMAGE: [Key<DamageNumbers>; 18] = [
    Key::whole(
        "kinetic_armour_pct",
        MORE,
        "percent of armour against kinetic damage (B-153)",
        |t, n| t.armour_pct[0] = num(n),
    ),
    Key::whole(
        "laser_armour_pct",
        MORE,
        "percent of armour against laser damage (B-153)",
        |t, n| t.armour_pct[1] = num(n),
    ),
    Key::whole(
        "plasma_armour_pct",
        MORE,
        "percent of armour against plasma damage (B-153)",
        |t, n| t.armour_pct[2] = num(n),
    ),
    Key::whole(
        "chemical_armour_pct",
        MORE,
        "percent of armour against chemical damage (B-153)",
        |t, n| t.armour_pct[3] = num(n),
    ),
    Key::whole("rear_armour_pct", MORE, "percent of armour from behind (B-116)", |t, n| {
        t.rear_armour_pct = num(n)
    }),
    Key::whole("side_pct", MORE, "percent of damage from the side (B-155)", |t, n| {
        t.side_pct = num(n)
    }),
    Key::whole("rear_pct", MORE, "percent of damage from behind (B-155)", |t, n| {
        t.rear_pct = num(n)
    }),
    Key::whole("height_pct", MORE, "percent added by height (B-151)", |t, n| t.height_pct = num(n)),
    Key::whole("strength_per", (1, 999), "strength per point of damage (B-151)", |t, n| {
        t.strength_per = num(n)
    }),
    Key::whole("strike_strength_per", (1, 999), "the same for strikes", |t, n| {
        t.strike_strength_per = num(n)
    }),
    Key::whole(
        "crit",
        PERCENT,
        "percent of critical hits before accuracy and weapon (B-157)",
        |t, n| t.crit = num(n),
    ),
    Key::whole("crit_pct", MORE, "percent of damage when critical", |t, n| t.crit_pct = num(n)),
    Key::whole("head_crit_pct", MORE, "when critical at the head (B-133)", |t, n| {
        t.head_crit_pct = num(n)
    }),
    Key::whole("blast_crit_pct", MORE, "when critical on the centre of a blast (B-182)", |t, n| {
        t.blast_crit_pct = num(n)
    }),
    Key::whole("falloff_pct", PERCENT, "percent of a blast lost per hex (B-182)", |t, n| {
        t.falloff_pct = num(n)
    }),
    Key::whole("ricochet", PERCENT, "percent of blocked hits that ricochet (B-162)", |t, n| {
        t.ricochet = num(n)
    }),
    Key::whole("laser_burn", PERCENT, "percent of laser hits that burn (B-163)", |t, n| {
        t.laser_burn = num(n)
    }),
    Key::whole("plasma_burn", PERCENT, "percent of plasma hits that burn badly (B-163)", |t, n| {
        t.plasma_burn = num(n)
    }),
];
static DAMAGE_FIELDS: [Field; 18] = fields(&DAMAGE);
/// The table of them.
pub static DAMAGE_SHAPE: TableShape =
    table("damage", "What happens to damage on its way (B-151..B-157).", &DAMAGE_FIELDS);

/// The keys of `matrix.<target type>`.
pub static MATRIX_ROW: [Key<[u16; 4]>; 4] = [
    Key::whole("kinetic", MORE, "percent of kinetic damage", |t, n| t[0] = num(n)),
    Key::whole("laser", MORE, "percent of laser damage", |t, n| t[1] = num(n)),
    Key::whole("plasma", MORE, "percent of plasma damage", |t, n| t[2] = num(n)),
    Key::whole("chemical", MORE, "percent of chemical damage", |t, n| t[3] = num(n)),
];
static MATRIX_ROW_FIELDS: [Field; 4] = fields(&MATRIX_ROW);
/// The table of them.
pub static MATRIX_ROW_SHAPE: TableShape =
    table("matrix", "Percent of damage of each type to a target (B-160).", &MATRIX_ROW_FIELDS);

/// The keys of `sight`.
pub static SIGHT: [Key<SightNumbers>; 8] = [
    Key::whole("day", PERCENT, "percent of sight: day (B-92)", |t, n| t.light_pct[0] = num(n)),
    Key::whole("dusk", PERCENT, "percent of sight: dusk (B-92)", |t, n| t.light_pct[1] = num(n)),
    Key::whole("night", PERCENT, "percent of sight: night (B-92)", |t, n| t.light_pct[2] = num(n)),
    Key::whole("dark", PERCENT, "percent of sight: dark (B-92)", |t, n| t.light_pct[3] = num(n)),
    Key::whole("clear", PERCENT, "in clear weather", |t, n| t.weather_pct[0] = num(n)),
    Key::whole("heavy_fog", PERCENT, "in heavy fog", |t, n| t.weather_pct[1] = num(n)),
    Key::whole("smoke", PERCENT, "through smoke", |t, n| t.smoke_pct = num(n)),
    Key::whole("ghost_turns", (0, 99), "turns an enemy is remembered (B-98)", |t, n| {
        t.ghost_turns = num(n)
    }),
];
static SIGHT_FIELDS: [Field; 8] = fields(&SIGHT);
/// The table of them.
pub static SIGHT_SHAPE: TableShape =
    table("sight", "How far one sees, in percent of vision (B-92).", &SIGHT_FIELDS);

/// The keys of `noise`.
pub static NOISE: [Key<Noise>; 9] = [
    Key::whole("throw", (0, 99), "a throw", |t, n| t.throw = num(n)),
    Key::whole("explosion", (0, 99), "an explosion", |t, n| t.explosion = num(n)),
    Key::whole("walk", (0, 99), "a step", |t, n| t.walk = num(n)),
    Key::whole("run", (0, 99), "a step at a run", |t, n| t.run = num(n)),
    Key::whole("crouch", (0, 99), "a crouched step", |t, n| t.crouch = num(n)),
    Key::whole("door", (0, 99), "a door", |t, n| t.door = num(n)),
    Key::whole("ability", (0, 99), "an ability", |t, n| t.ability = num(n)),
    Key::whole("near", (0, 99), "heard near up to here", |t, n| t.near = num(n)),
    Key::whole("mid", (0, 99), "heard at middle distance up to here", |t, n| t.mid = num(n)),
];
static NOISE_FIELDS: [Field; 9] = fields(&NOISE);
/// The table of them.
pub static NOISE_SHAPE: TableShape = table(
    "noise",
    "How far things are heard, in hexes (B-101); weapons say it themselves.",
    &NOISE_FIELDS,
);

/// The keys of `status`.
pub static STATUS: [Key<StatusNumbers>; 7] = [
    Key::whole(
        "wounded",
        PERCENT,
        "wounded at this percent of hit points or less (B-220)",
        |t, n| t.wounded = num(n),
    ),
    Key::whole("critical", PERCENT, "critical at this percent or less", |t, n| t.critical = num(n)),
    Key::whole(
        "wounded_move",
        (1, 1000),
        "percent of the cost of moves when wounded (B-73)",
        |t, n| t.wounded_move = num(n),
    ),
    Key::whole("critical_move", (1, 1000), "when critical", |t, n| t.critical_move = num(n)),
    Key::whole(
        "recover",
        PERCENT,
        "percent per resolution that stun or panic ends (B-221, B-222)",
        |t, n| t.recover = num(n),
    ),
    Key::whole(
        "panic_per_morale",
        PERCENT,
        "panic is at 100 less so many times morale (B-232)",
        |t, n| t.panic_per_morale = num(n),
    ),
    Key::whole(
        "rear_panic",
        PERCENT,
        "the least panic of a unit hit from behind (B-116)",
        |t, n| t.rear_panic = num(n),
    ),
];
static STATUS_FIELDS: [Field; 7] = fields(&STATUS);
/// The table of them.
pub static STATUS_SHAPE: TableShape =
    table("status", "Health and panic (B-220..B-232).", &STATUS_FIELDS);

/// The keys of `xp`.
pub static XP: [Key<XpNumbers>; 6] = [
    Key::whole("first_blood", (0, 100_000), "for the first damage to an enemy", |t, n| {
        t.first_blood = num(n)
    }),
    Key::whole("kill", (0, 100_000), "for a kill", |t, n| t.kill = num(n)),
    Key::whole("leader", (0, 100_000), "for killing a leader", |t, n| t.leader = num(n)),
    Key::whole("survive", (0, 100_000), "for being alive at the end", |t, n| t.survive = num(n)),
    Key::whole("victory", (0, 100_000), "for victory", |t, n| t.victory = num(n)),
    Key::any("ranks", RANKS, "where ranks begin", |t, item, _| {
        for (rank, entry) in t.ranks.iter_mut().zip(item.list()) {
            *rank = entry.whole().map_or(0, num);
        }
    }),
];
static XP_FIELDS: [Field; 6] = fields(&XP);
/// The table of them.
pub static XP_SHAPE: TableShape = table("xp", "Experience (B-254).", &XP_FIELDS);

/// The keys of `vision`.
pub static VISIONS: [Key<[Vision; 5]>; 6] = [
    Key::whole("infantry", HEXES, "infantry", |t, n| t[0] = Vision::Plain(num(n))),
    Key::whole("marksman", HEXES, "marksmen", |t, n| {
        let scoped = match t[1] {
            Vision::Scoped { scoped, .. } => scoped,
            Vision::Plain(_) => num(n),
        };
        t[1] = Vision::Scoped { scoped, plain: num(n) };
    }),
    Key::whole("marksman_scoped", HEXES, "marksmen with a sniper weapon in hand", |t, n| {
        if let Vision::Scoped { scoped, .. } = &mut t[1] {
            *scoped = num(n);
        }
    }),
    Key::whole("alien", HEXES, "aliens", |t, n| t[2] = Vision::Plain(num(n))),
    Key::whole("commander", HEXES, "commanders", |t, n| t[3] = Vision::Plain(num(n))),
    Key::whole("civilian", HEXES, "civilians", |t, n| t[4] = Vision::Plain(num(n))),
];
static VISIONS_FIELDS: [Field; 6] = fields(&VISIONS);
/// The table of them.
pub static VISIONS_SHAPE: TableShape =
    table("vision", "The words for how far units see, in hexes (B-91).", &VISIONS_FIELDS);
