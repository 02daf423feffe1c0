//! The keys of a scenario file (section 15 of the rulebook). Whatever is wrong
//! with a value is M-99.

use fracas_core::document::{Field, Shape, TableShape};

use crate::battle::{AgentState, LIMIT, LONGEST_NAME, MOST_UNITS};
use crate::built_in::PRESETS;
use crate::rules::turn::{LAST_TURN, MOST};

/// The rule for everything that is wrong.
pub const WRONG: &str = "M-99";
/// M-128: ids, names and titles.
const NAME: Shape = Shape::text(LONGEST_NAME);
/// M-100.
const AMOUNT: Shape = Shape::whole(0, LIMIT as i64);
/// Percentages.
const PERCENT: Shape = Shape::whole(0, 100);
/// Accounts of the player and the factions.
const ACCOUNT: Shape = Shape::whole(-MOST, MOST);
/// The same, where less than nothing makes no sense.
const LEVEL: Shape = Shape::whole(0, MOST);
/// M-100: turns of rest.
const TURNS: Shape = Shape::whole(0, 10_000);
/// A base damage or a range (M-6).
const DAMAGE: Shape = Shape::OneOf(&[AMOUNT, Shape::exactly(2, &AMOUNT)]);
/// A weapon by name, base damage or range.
const WEAPON: Shape = Shape::OneOf(&[NAME, AMOUNT, Shape::exactly(2, &AMOUNT)]);

/// The whole file, beside the keys of every scenario.
pub static SCENARIO: TableShape = TableShape {
    name: "mission",
    doc: "A squad of agents against a mission site, or a campaign of several sites.",
    fields: &[
        field("rest_turns", TURNS, "turns that pass before the squad is deployed (M-120)")
            .default("0"),
        field("keep_enemies", Shape::Flag, "enemies that survive a failure stay (M-55)")
            .default("false"),
        field(
            "after_failure",
            Shape::Word(&["stop", "continue"]),
            "whether a chain goes on after a battle that is no success (M-125)",
        )
        .default("stop"),
        field(
            "weapons",
            Shape::map(&DAMAGE, 1_000),
            "weapons by name: a base damage, or a pair of least and most damage (M-6)",
        ),
        field("agent", Shape::list(&Shape::Table(&AGENT), MOST_UNITS), "the roster (M-122)")
            .required()
            .advice("write [[agent]] with an id for each"),
        field("mission", Shape::Table(&MISSION), "the site to be taken (M-123)"),
        field("enemy", Shape::list(&Shape::Table(&ENEMY), MOST_UNITS), "enemies by hand (M-121)"),
        field(
            "enemy_types",
            Shape::map(&Shape::Table(&ENEMY_TYPE), 1_000),
            "further types of enemies, or others in place of the built-in (M-5)",
        ),
        field("constants", Shape::Table(&CONSTANTS), "constants of the rulebook"),
        field("player", Shape::Table(&PLAYER), "assets; without them nothing is booked (M-123)"),
        field("faction", Shape::list(&Shape::Table(&FACTION), 100), "factions (M-123)")
            .default("the built-in red-dawn"),
        field(
            "next",
            Shape::list(&Shape::Table(&NEXT), 99),
            "further battles, fought with what is left (M-125)",
        ),
        field(
            "site",
            Shape::list(&Shape::Table(&SITE), 1_000),
            "the sites of a campaign, for `fracas turn`; other verbs fight the first that is deployed",
        ),
    ],
    unknown_key: WRONG,
};

const fn field(key: &'static str, shape: Shape, doc: &'static str) -> Field {
    Field::new(key, shape, doc).code(WRONG)
}

const ID: Field = field("id", NAME, "unique in the battle");
const SKILL: Field = field("skill", AMOUNT, "base skill");
const HP: Field = field("hp", Shape::whole(1, LIMIT as i64), "hit points when unhurt");
const WOUNDS: Field = field("wounds", AMOUNT, "hit points lost; fewer than hp").default("0");
const EXHAUSTION: Field =
    field("exhaustion", AMOUNT, "the first 5 points cost nothing (M-8)").default("0");
const GEAR: Field =
    field("weapon", WEAPON, "a name of [weapons], a base damage, or a pair [least, most]");
const COUNT: Field = field(
    "count",
    Shape::whole(0, MOST_UNITS as i64),
    "so many of them, with ids <id>-1, <id>-2 and so on; 0 is none",
);
const OFFICER: Field =
    field("officer", Shape::Flag, "without influence on a battle (M-2)").default("false");

static AGENT: TableShape = TableShape {
    name: "agent",
    doc: "An agent of the roster.",
    fields: &[
        ID.required(),
        SKILL.default("100"),
        HP.default("30"),
        WOUNDS,
        EXHAUSTION,
        GEAR.default("base damage 10"),
        field("missions", AMOUNT, "missions survived").default("0"),
        COUNT,
        field("state", Shape::Word(AgentState::WORDS), "M-63").default("Available"),
        field(
            "assignment",
            NAME,
            "Standby, Recovery, Contracting, Espionage, N/A, or the id of a site (M-63)",
        )
        .default("Recovery of the wounded who recover or are on their way, N/A of the terminated, else Standby"),
        field("recovery_turns", AMOUNT, "turns of recovery left (M-58)").default("by M-56"),
        field("hp_lost", AMOUNT, "hit points lost when recovery began (M-56)")
            .default("wounds"),
        field("deploy", Shape::Flag, "false: on the roster only (M-122)").default("true"),
        field("force", Shape::Flag, "deployed whatever the state (M-122)").default("false"),
    ],
    unknown_key: WRONG,
};

static ENEMY: TableShape = TableShape {
    name: "enemy",
    doc: "An enemy by hand.",
    fields: &[
        ID.default("the type in lower case"),
        field("type", NAME, "takes skill, hp, weapon and officer from that type"),
        SKILL,
        HP,
        GEAR,
        WOUNDS,
        EXHAUSTION,
        OFFICER,
        COUNT,
    ],
    unknown_key: WRONG,
};

static ENEMY_TYPE: TableShape = TableShape {
    name: "enemy_type",
    doc: "A type of enemy.",
    fields: &[SKILL.required(), HP.required(), GEAR.required(), OFFICER],
    unknown_key: WRONG,
};

static ONE_ENEMY: Shape = Shape::Table(&ENEMY);
static ONE_FACTION: Shape = Shape::Table(&FACTION_REWARD);
static ONE_OR_MORE_FACTIONS: [Shape; 2] =
    [Shape::Table(&FACTION_REWARD), Shape::list(&ONE_FACTION, 100)];

const SITE_ID: Field = ID.default("site-1");
const TITLE: Field = field("title", NAME, "what reports call it").default("its id");
const PRESET: Field = field(
    "preset",
    Shape::Word(PRESETS),
    "a built-in mission: enemies, expiry, rewards and faction, as far as they are not written beside it (M-75)",
);
const ENEMIES: Field =
    field("enemies", Shape::text(10_000), "enemies in words: \"4 Initiate, 1 Handler\" (M-76)");
const EXPIRES_IN: Field = field(
    "expires_in",
    Shape::OneOf(&[Shape::whole(1, LIMIT as i64), Shape::Word(&["never"])]),
    "turns until the site is gone, or \"never\" (M-65)",
)
.default("never");
const REWARDS: Field =
    field("rewards", Shape::Table(&REWARD), "what the player gets for success (M-69)");
const FACTION_REWARDS: Field = field(
    "faction",
    Shape::OneOf(&ONE_OR_MORE_FACTIONS),
    "what success does to a faction, or to several (M-69)",
);
const OWN_ENEMIES: Field = field("enemy", Shape::list(&ONE_ENEMY, MOST_UNITS), "enemies by hand");

static MISSION: TableShape = TableShape {
    name: "mission",
    doc: "The site to be taken.",
    fields: &[SITE_ID, TITLE, PRESET, ENEMIES, EXPIRES_IN, REWARDS, FACTION_REWARDS],
    unknown_key: WRONG,
};

static NEXT: TableShape = TableShape {
    name: "next",
    doc: "One more battle, fought with what is left.",
    fields: &[
        SITE_ID,
        TITLE,
        PRESET,
        ENEMIES,
        REWARDS,
        FACTION_REWARDS,
        OWN_ENEMIES,
        field("rest_turns", TURNS, "turns of rest before it")
            .default("until every survivor is Available"),
    ],
    unknown_key: WRONG,
};

/// The states of a site (M-65).
pub const SITE_STATES: &[&str] = &["Active", "Deployed", "Successful", "Failed", "Expired"];

static SITE: TableShape = TableShape {
    name: "site",
    doc: "A site of a campaign.",
    fields: &[
        ID.required(),
        TITLE,
        PRESET,
        ENEMIES,
        EXPIRES_IN,
        REWARDS,
        FACTION_REWARDS,
        OWN_ENEMIES,
        field("state", Shape::Word(SITE_STATES), "M-65").default("Active"),
        field(
            "agents",
            Shape::list(&NAME, MOST_UNITS),
            "agents to be deployed there, by id; they must be Available (M-64)",
        ),
    ],
    unknown_key: WRONG,
};

static REWARD: TableShape = TableShape {
    name: "rewards",
    doc: "What the player gets for success.",
    fields: &[
        field("money", AMOUNT, "money at once").default("0"),
        field("intel", AMOUNT, "intel at once").default("0"),
        field("funding", AMOUNT, "money every turn, from the next on").default("0"),
        field("panic", AMOUNT, "panic taken away, in hundredths of a percent").default("0"),
    ],
    unknown_key: WRONG,
};

static FACTION_REWARD: TableShape = TableShape {
    name: "faction_reward",
    doc: "What success does to a faction.",
    fields: &[
        field("id", NAME, "the faction").required(),
        field("threat", AMOUNT, "threat taken away").default("0"),
        field("suppression", AMOUNT, "suppression added").default("0"),
    ],
    unknown_key: WRONG,
};

static PLAYER: TableShape = TableShape {
    name: "player",
    doc: "The player's assets.",
    fields: &[
        field("turn", Shape::whole(0, LAST_TURN as i64), "the turn").default("1"),
        field("money", ACCOUNT, "money; less than 0 loses the game").default("0"),
        field("intel", ACCOUNT, "intel").default("0"),
        field("funding", ACCOUNT, "money every turn").default("0"),
        field("panic", LEVEL, "in hundredths of a percent; 10000 loses the game").default("0"),
    ],
    unknown_key: WRONG,
};

static FACTION: TableShape = TableShape {
    name: "faction",
    doc: "A faction.",
    fields: &[
        field("id", NAME, "unique among factions").required(),
        field("name", NAME, "what reports call it").default("its id"),
        field("threat", LEVEL, "raises panic each turn, as far as it is not suppressed")
            .default("0"),
        field("threat_increase", AMOUNT, "added to its threat each turn").default("0"),
        field("suppression", LEVEL, "taken off its threat").default("0"),
    ],
    unknown_key: WRONG,
};

static CONSTANTS: TableShape = TableShape {
    name: "constants",
    doc: "Constants of the rulebook.",
    fields: &[
        field("weapon_damage_spread_pct", PERCENT, "M-6").default("50"),
        field("exhaustion_free", AMOUNT, "M-8").default("5"),
        field("exhaustion_per_attack", AMOUNT, "M-23").default("1"),
        field("exhaustion_per_defense", AMOUNT, "M-23").default("1"),
        field("retreat_loss_pct", PERCENT, "M-39").default("50"),
        field("max_rounds", Shape::whole(1, 100_000), "M-41").default("1000"),
        field("agent_exhaustion_recovery_per_turn", AMOUNT, "M-45, M-59").default("5"),
        field("agent_successful_attack_skill_reward", AMOUNT, "M-48").default("4"),
        field("agent_failed_attack_skill_reward", AMOUNT, "M-48").default("2"),
        field("agent_successful_defense_skill_reward", AMOUNT, "M-48").default("2"),
        field("agent_failed_defense_skill_reward", AMOUNT, "M-48").default("1"),
        field(
            "mission_survival_skill_reward",
            Shape::List { of: &AMOUNT, min: 1, max: 1_000 },
            "by missions survived; the last one goes on (M-50)",
        )
        .default("[30, 25, 20, 15]"),
        field("agent_recovery_turns_factor", Shape::whole(1, LIMIT as i64), "M-56").default("2"),
        field("agent_exhaustion_increase_per_turn", AMOUNT, "M-68").default("1"),
        field("agent_hire_cost", AMOUNT, "M-68").default("50"),
        field("agent_upkeep_cost", AMOUNT, "M-66, M-68").default("5"),
        field("agent_contracting_income", AMOUNT, "M-68").default("15"),
        field("agent_espionage_intel", AMOUNT, "M-68").default("5"),
        field("suppression_decay_pct", PERCENT, "M-73").default("10"),
    ],
    unknown_key: WRONG,
};
