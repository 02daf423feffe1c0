//! Chapter 9: states, turns, bookings, and campaign files.

use crate::common::dice;
use fracas_core::chance::{Binomial, Die, Draw, Fault, Scripted};
use fracas_core::document::{Diagnostics, Source};
use fracas_mission::battle::{AgentState, Assignment, Condition};
use fracas_mission::campaign::{Campaign, Deployment, SiteState, TurnReport};

/// A campaign, or what is wrong with it.
fn read(text: &str) -> Result<Campaign, String> {
    let mut out = Diagnostics::new(Source::new("campaign.toml", text));
    let file = fracas_testing::checked::<fracas_mission::Mission>(&mut out);
    let campaign = file.and_then(|file| Campaign::read(&file, &mut out));
    campaign.filter(|_| !out.has_errors()).ok_or_else(|| out.render(false))
}

fn load(text: &str) -> Campaign {
    read(&format!("ruleset = \"mission\"\n{text}")).unwrap_or_else(|wrong| panic!("{wrong}"))
}

fn refused(text: &str) -> String {
    read(&format!("ruleset = \"mission\"\n{text}")).unwrap_err()
}

/// M-127: a turn changes what it changes; comments, order and the way values
/// are written stay.
#[test]
fn comments_are_kept() {
    let text = "# Ours.\nruleset = \"mission\"\n\n[[agent]] # the best\nid = \"vega\"\nweapon = 12 # base\nskill = 300 # grows\n\
                \n# Tired, poor man.\n[[agent]]\nid = \"mori\"\nexhaustion = 12 # a lot\n\n[[agent]]\nid = \"recruit\"\ncount = 2\n\
                \n# Take it soon.\n[[site]]\nid = \"hideout\"\npreset = \"apprehend\"\nagents = [\"vega\"]\n\n[player]\nmoney = 500 # enough\n";
    let mut campaign = read(text).unwrap();
    campaign.hire(&["kit".to_owned()]).unwrap();
    campaign.advance_rolled(7, &mut |_, _| {}).unwrap();
    let next = campaign.write_onto(text);
    for kept in [
        "# Ours.\nruleset",
        "[[agent]] # the best\nid = \"vega\"\nweapon = 12 # base\nskill = ",
        " # grows\n",
        "# Tired, poor man.\n[[agent]]\nid = \"mori\"\nexhaustion = 7 # a lot\n",
        "id = \"recruit-1\"",
        "id = \"kit\"",
        "# Take it soon.\n[[site]]\nid = \"hideout\"\npreset = \"apprehend\"\n",
        " # enough\n",
    ] {
        assert!(next.contains(kept), "{kept}\nis not in\n{next}");
    }
    assert!(!next.contains("agents = ["), "{next}");
    assert_eq!(read(&next).unwrap().write(), campaign.write());
    // What cannot be told as a change is written anew.
    assert_eq!(campaign.write_onto("ruleset = \"mission\"\n"), campaign.write());
    let inline = "ruleset = \"mission\"\nagent = [{ id = \"a\", exhaustion = 9 }]\n\
                  site = [{ id = \"s\", enemies = \"1 Soldier\" }]\n";
    let mut campaign = read(inline).unwrap();
    campaign.advance_rolled(7, &mut |_, _| {}).unwrap();
    assert_eq!(read(&campaign.write_onto(inline)).unwrap().write(), campaign.write());
}

/// Dice that must all be thrown.
struct UsedUp(Scripted);

impl Draw for UsedUp {
    fn draw(&mut self, sides: u64, die: Die) -> u64 {
        self.0.draw(sides, die)
    }

    fn draw_successes(&mut self, table: &Binomial, die: Die) -> u32 {
        self.0.draw_successes(table, die)
    }

    fn fault(&self) -> Option<&Fault> {
        self.0.fault()
    }
}

impl Drop for UsedUp {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert_eq!(self.0.finish(), Ok(()));
        }
    }
}

/// One turn with these dice for all its battles.
fn turn(campaign: &mut Campaign, script: &str) -> TurnReport {
    let mut dice = |_| -> Box<dyn Draw> { Box::new(UsedUp(dice(script))) };
    campaign.advance(&mut dice, &mut |_, _| {}).unwrap()
}

fn agent(campaign: &Campaign, id: &str) -> Condition {
    let place = campaign.world.agents.iter().position(|agent| agent.id == id).unwrap();
    campaign.roster[place].now
}

fn deploy(campaign: &mut Campaign, order: &str) -> Result<(), String> {
    let order: Deployment = order.parse().unwrap();
    campaign.deploy(&[order]).map_err(|refused| refused.to_string())
}

const SITE: &str =
    "[[site]]\nid = \"s1\"\n[[site.enemy]]\nid = \"e\"\nskill = 100\nhp = 5\nweapon = [7, 7]\n";

/// M-63, M-64: deployment, and what becomes of those who are deployed.
#[test]
fn deployment() {
    let mut campaign = load(&format!("[[agent]]\nid = \"a\"\n{SITE}"));
    deploy(&mut campaign, "s1=a").unwrap();
    let now = agent(&campaign, "a");
    assert_eq!((now.state, now.assignment), (AgentState::OnMission, Assignment::Site(0)));
    assert_eq!(campaign.sites[0].state, SiteState::Deployed);

    // Survives at full hit points.
    let report = turn(&mut campaign, "10000/5 of 5-15");
    assert_eq!(campaign.sites[0].state, SiteState::Successful);
    let now = agent(&campaign, "a");
    assert_eq!((now.state, now.assignment), (AgentState::InTransit, Assignment::Standby));
    assert_eq!((report.turn, report.sites.len(), report.sites[0].outcome), (2, 1, "Successful"));
    // M-67: he stays InTransit until the next advance, M-60: and tires no less there.
    turn(&mut campaign, "");
    let now = agent(&campaign, "a");
    assert_eq!((now.state, now.exhaustion), (AgentState::Available, 6));
    turn(&mut campaign, "");
    assert_eq!(agent(&campaign, "a").exhaustion, 1);
}

/// M-53, M-54, M-61: wounded, and terminated.
#[test]
fn wounded_and_terminated() {
    let text = "agent = [{ id = \"a\" }, { id = \"b\", hp = 7, skill = 60 }]\n\
                [[site]]\nid = \"s1\"\n[[site.enemy]]\nid = \"e\"\nskill = 100\nhp = 5\nweapon = [7, 7]\n\
                [[site.enemy]]\nid = \"f\"\nskill = 100\nhp = 5\nweapon = [7, 7]\n";
    let mut campaign = load(text);
    deploy(&mut campaign, "s1=a,b").unwrap();
    // Both miss; e fells b, the weaker; f wounds a, and 76 of 160 are left.
    turn(&mut campaign, "1, 1, 10000/7 of 7-7, 10000/7 of 7-7");
    let (a, b) = (agent(&campaign, "a"), agent(&campaign, "b"));
    assert_eq!((b.state, b.assignment), (AgentState::Terminated, Assignment::NotApplicable));
    assert_eq!(campaign.sites[0].state, SiteState::Failed);
    assert_eq!((a.state, a.assignment), (AgentState::InTransit, Assignment::Recovery));
    assert_eq!((a.recovery_turns, a.hp_lost, a.hp), (12, 7, 23));
    // M-61: counted from the turn of the battle, 1 + recovery_turns.
    for _ in 0..13 {
        assert_ne!(agent(&campaign, "a").state, AgentState::Available);
        turn(&mut campaign, "");
    }
    let a = agent(&campaign, "a");
    assert_eq!((a.state, a.hp, a.hp_lost), (AgentState::Available, 30, 0));
}

/// M-65: active sites expire, deployed ones and those without a term do not.
#[test]
fn sites_expire() {
    let text = format!(
        "[[agent]]\nid = \"a\"\n{SITE}\
         [[site]]\nid = \"s2\"\nenemies = \"1 Elite\"\nexpires_in = 1\n\
         [[site]]\nid = \"s3\"\nenemies = \"1 Elite\"\nexpires_in = 2\n\
         [[site]]\nid = \"s4\"\nenemies = \"1 Elite\"\nexpires_in = \"never\"\n"
    );
    let text = text.replacen("id = \"s1\"", "id = \"s1\"\nexpires_in = 1", 1);
    let mut campaign = load(&text);
    deploy(&mut campaign, "s1=a").unwrap();
    let report = turn(&mut campaign, "10000/5 of 5-15");
    let states: Vec<SiteState> = campaign.sites.iter().map(|now| now.state).collect();
    use SiteState::{Active, Expired, Successful};
    assert_eq!(states, [Successful, Expired, Active, Active]);
    assert_eq!(report.expired, ["s2"]);
    assert_eq!(turn(&mut campaign, "").expired, ["s3"]);
    assert_eq!(campaign.sites[3].state, Active);
}

/// M-66, M-68: income by effective skill before the +1, upkeep before any
/// death, and the order of the steps.
#[test]
fn work_and_upkeep() {
    let mut campaign = load(&format!(
        "agent = [
           {{ id = \"a\", skill = 130, exhaustion = 15, state = \"OnAssignment\", assignment = \"Contracting\" }},
           {{ id = \"b\", wounds = 7, state = \"OnAssignment\", assignment = \"Espionage\" }},
           {{ id = \"c\", state = \"InTransit\", assignment = \"Contracting\" }},
           {{ id = \"d\", hp = 7 }}, {{ id = \"gone\", state = \"Terminated\" }}]
         {SITE}[player]\nmoney = 100\nintel = 10\nfunding = 7\n"
    ));
    deploy(&mut campaign, "s1=d").unwrap();
    let report = turn(&mut campaign, "1, 10000/7 of 7-7");
    // 15 * 117 / 100 and 5 * 76 / 100; upkeep for four, though d has fallen.
    assert_eq!((report.after.money, report.after.intel), (100 + 7 + 17 - 20, 13));
    assert_eq!(agent(&campaign, "a").exhaustion, 16);
    // M-67: c has arrived and not yet worked.
    let c = agent(&campaign, "c");
    assert_eq!((c.state, c.exhaustion), (AgentState::OnAssignment, 0));
    assert_eq!(agent(&campaign, "d").state, AgentState::Terminated);
    let report = turn(&mut campaign, "");
    assert_eq!(report.after.money, 104 + 7 + 17 + 15 - 15);
}

/// M-69, M-71, M-72, M-73, M-74: the booking vector: panic 400, threat 100, suppression 40,
/// increase 5, safehouse won.
#[test]
fn turn_booking() {
    let site = "[[agent]]\nid = \"a\"\n[[site]]\nid = \"s1\"\npreset = \"safehouse\"\nenemies = \"\"\n\
                [[site.enemy]]\nid = \"e\"\nskill = 100\nhp = 5\nweapon = [7, 7]\n";
    let faction =
        "[[faction]]\nid = \"red-dawn\"\nthreat = 100\nthreat_increase = 5\nsuppression = 40\n";
    let mut campaign = load(&format!("{site}[player]\npanic = 400\nfunding = 3\n{faction}"));
    deploy(&mut campaign, "s1=a").unwrap();
    let report = turn(&mut campaign, "10000/5 of 5-15");
    assert_eq!(report.after.panic, 440);
    assert_eq!(report.after.factions, [("red-dawn".to_owned(), 100, 76)]);
    assert_eq!((report.after.money, report.after.intel), (120 + 3 - 5, 40));

    let calm = faction.replace("100", "0").replace("40", "0");
    let mut campaign = load(&format!("{site}[player]\npanic = 10\n{calm}"));
    deploy(&mut campaign, "s1=a").unwrap();
    assert_eq!(turn(&mut campaign, "10000/5 of 5-15").after.panic, 0);
}

/// M-43, M-70: no rewards for a failure; M-71: funding pays from the next turn.
#[test]
fn rewards_only_for_success() {
    let text = format!(
        "[[agent]]\nid = \"a\"\n{}[player]\n",
        SITE.replacen("id = \"s1\"", "id = \"s1\"\nrewards = { money = 50, funding = 9 }", 1)
    );
    let mut won = load(&text);
    deploy(&mut won, "s1=a").unwrap();
    let report = turn(&mut won, "10000/5 of 5-15");
    assert_eq!((report.after.money, report.after.funding), (45, 9));
    assert_eq!(turn(&mut won, "").after.money, 49);
    let mut lost = load(&text.replace("weapon = [7, 7]", "weapon = [16, 16]"));
    deploy(&mut lost, "s1=a").unwrap();
    let report = turn(&mut lost, "1, 10000/16 of 16-16");
    assert_eq!((report.after.money, report.after.funding), (-5, 0));
    // M-72: money below 0 loses the game.
    assert_eq!(lost.lost(), Some("the money is gone"));
    assert!(report.to_string().contains("The game is lost: the money is gone."));
}

/// M-72: panic of 10000 loses the game.
#[test]
fn panic_loses_the_game() {
    let mut campaign =
        load(&format!("[[agent]]\nid = \"a\"\n{SITE}[player]\nmoney = 50\npanic = 9900\n"));
    assert_eq!(campaign.lost(), None);
    turn(&mut campaign, "");
    assert_eq!(campaign.lost(), Some("panic has reached 100%"));
}

/// M-64, M-99: every error of an order is explained, and nothing is changed.
#[test]
fn bad_orders_change_nothing() {
    let mut campaign = load(&format!(
        "agent = [{{ id = \"vega\" }}, {{ id = \"okoye\", state = \"InTransit\" }},
                  {{ id = \"gone\", state = \"Terminated\" }},
                  {{ id = \"hurt\", wounds = 7, state = \"Recovering\" }}]\n{SITE}\
         [[site]]\nid = \"old\"\nenemies = \"1 Elite\"\nstate = \"Expired\"\n\
         [[site]]\nid = \"won\"\nenemies = \"1 Elite\"\nstate = \"Successful\"\n"
    ));
    let before = campaign.write();
    for (order, says) in [
        ("s2=vega", "there is no site `s2`; did you mean s1?"),
        ("old=vega", "site old has expired and cannot be deployed to"),
        ("won=vega", "site won is Successful; only an Active site can be deployed to"),
        ("s1=vegga", "there is no agent `vegga`; did you mean vega?"),
        ("s1=okoye", "agent okoye is InTransit and will be available in 1 turn; only an Available"),
        ("s1=hurt", "agent hurt is Recovering and will be available in 12 turns"),
        ("s1=gone", "agent gone is Terminated; only an Available agent can be deployed"),
        ("s1=vega,vega", "agent vega is already OnMission at s1"),
    ] {
        let why = deploy(&mut campaign, order).unwrap_err();
        assert!(why.contains(says), "{order}: {why}");
        assert_eq!(campaign.write(), before, "{order}");
    }
    // All at once, and good orders among them are not carried out.
    let orders: Vec<Deployment> =
        ["s1=vega", "old=gone"].map(|order| order.parse().unwrap()).into();
    assert_eq!(campaign.deploy(&orders).unwrap_err().0.len(), 2);
    assert_eq!(campaign.write(), before);
    assert!("s1".parse::<Deployment>().is_err() && "s1=".parse::<Deployment>().is_err());
}

/// M-126: deploying is an edit, too: of the site, or of the agents.
#[test]
fn deploying_by_an_edit() {
    let by_site = SITE.replacen("id = \"s1\"", "id = \"s1\"\nagents = [\"a\"]", 1);
    let campaign = load(&format!("[[agent]]\nid = \"a\"\n{by_site}"));
    assert_eq!(campaign.deployed().collect::<Vec<_>>(), [0]);
    let campaign =
        load(&format!("[[agent]]\nid = \"a\"\nstate = \"OnMission\"\nassignment = \"s1\"\n{SITE}"));
    assert_eq!(campaign.deployed().collect::<Vec<_>>(), [0]);
    assert_eq!(campaign.battle(0).unwrap().squad, 1);

    let wrong = refused(&format!("[[agent]]\nid = \"a\"\nstate = \"InTransit\"\n{by_site}"));
    assert!(wrong.contains("error[M-64]: agent a is InTransit"), "{wrong}");
    let wrong = refused(&format!(
        "[[agent]]\nid = \"a\"\nstate = \"OnMission\"\nassignment = \"s2\"\n{SITE}"
    ));
    assert!(wrong.contains("OnMission at `s2`, which is no site"), "{wrong}");
    let empty = SITE.replacen("id = \"s1\"", "id = \"s1\"\nstate = \"Deployed\"", 1);
    let wrong = refused(&format!("[[agent]]\nid = \"a\"\n{empty}"));
    assert!(wrong.contains("s1 is Deployed, but nobody is there"), "{wrong}");
}

/// What is written is read again, turn after turn.
#[test]
fn a_campaign_goes_on_from_its_file() {
    let text = include_str!("../../../../examples/mission/campaign.toml");
    let mut campaign = read(text).unwrap();
    deploy(&mut campaign, "hideout=vega,okoye,mori").unwrap();
    let mut quiet = |_, _| {};
    for _ in 0..30 {
        let mut again = read(&campaign.write()).unwrap_or_else(|wrong| panic!("{wrong}"));
        assert_eq!(again.write(), campaign.write());
        let report = campaign.advance_rolled(7, &mut quiet).unwrap();
        assert_eq!(again.advance_rolled(7, &mut quiet).unwrap(), report);
        assert_eq!(again.write(), campaign.write());
    }
}

/// M-77, M-81: the turn report.
#[test]
fn the_turn_report() {
    let text = include_str!("../../../../examples/mission/campaign.toml");
    let mut campaign = read(text).unwrap();
    deploy(&mut campaign, "hideout=vega,okoye,mori").unwrap();
    let report = campaign.advance_rolled(7, &mut |_, _| {}).unwrap();
    insta::assert_snapshot!(report);
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["turn"], 2);
    assert_eq!(json["sites"][0]["site"], "hideout");
}

/// M-126: other verbs fight the first site that is deployed, else the first active
/// one with everybody who is available.
#[test]
fn a_campaign_as_a_scenario() {
    let text = include_str!("../../../../examples/mission/campaign.toml");
    let b = crate::common::battle(text);
    assert_eq!((b.squad, b.chain[0].id.as_str()), (3, "hideout"));
    let b = crate::common::battle(
        &text.replace("id     = \"safehouse\"", "id     = \"safehouse\"\nagents = [\"okoye\"]"),
    );
    assert_eq!((b.squad, b.chain[0].id.as_str()), (1, "safehouse"));
}

/// M-127: a turn needs a decision after a battle, an expiry, or when somebody has
/// become available while a site waits.
#[test]
fn what_needs_a_decision() {
    let mut campaign =
        load(&format!("[[agent]]\nid = \"a\"\nwounds = 1\nstate = \"Recovering\"\n{SITE}"));
    assert_eq!(turn(&mut campaign, "").decide, [""; 0]);
    assert_eq!(turn(&mut campaign, "").decide, ["an agent has become available"]);
    assert_eq!(turn(&mut campaign, "").decide, [""; 0]);
}

/// M-126: keys of a single battle have no place in a campaign.
#[test]
fn keys_of_a_single_battle() {
    let wrong = refused(&format!(
        "rest_turns = 3\n[[agent]]\nid = \"a\"\n{SITE}[mission]\ntitle = \"x\"\n"
    ));
    assert!(wrong.contains("`rest_turns` has no place in a campaign"), "{wrong}");
    assert!(wrong.contains("`mission` has no place in a campaign"), "{wrong}");
    let twice = refused(&format!(
        "[[agent]]\nid = \"a\"\n{SITE}[[site]]\nid = \"s1\"\nenemies = \"1 Elite\"\n"
    ));
    assert!(twice.contains("two sites `s1`"), "{twice}");
    let empty = refused("[[agent]]\nid = \"a\"\n[[site]]\nid = \"s1\"\n");
    assert!(empty.contains("there are no enemies at s1"), "{empty}");
}

/// M-127: the battle of a site is a trial of the file's seed.
#[test]
fn the_dice_of_a_turn() {
    use fracas_core::chance::{Purpose, Rolled};
    let text = "[[agent]]\nid = \"a\"\n[[site]]\nid = \"s1\"\nenemies = \"1 Elite\"\n\
                [[site]]\nid = \"s2\"\nenemies = \"1 Soldier\"\nagents = [\"a\"]\n[player]\nturn = 4\nmoney = 9\n";
    let (mut rolled, mut named) = (load(text), load(text));
    let report = rolled.advance_rolled(11, &mut |_, _| {}).unwrap();
    let mut dice = |site: usize| -> Box<dyn Draw> {
        assert_eq!(site, 1);
        Box::new(Rolled::new(11, 4001, Purpose::Battle))
    };
    assert_eq!(named.advance(&mut dice, &mut |_, _| {}).unwrap(), report);
}

/// M-128: bookings stop at their limits, and what is written is read again.
#[test]
fn bookings_stop_at_their_limits() {
    let most = 1_000_000_000_000_i64;
    let mut campaign = load(&format!(
        "[[agent]]\nid = \"a\"\n{SITE}[player]\nmoney = {most}\nfunding = {most}\npanic = {most}\n\
         [[faction]]\nid = \"x\"\nthreat = {most}\nthreat_increase = 5\n"
    ));
    let report = turn(&mut campaign, "");
    assert_eq!((report.after.money, report.after.panic), (most, most));
    assert_eq!(report.after.factions[0].1, most);
    read(&campaign.write()).unwrap();
}

/// M-68, M-71, M-130: hiring costs money in the next turn, and whoever is hired
/// comes with it.
#[test]
fn hiring() {
    let mut campaign = load(&format!("[[agent]]\nid = \"a\"\n{SITE}[player]\nmoney = 120\n"));
    let hire = |campaign: &mut Campaign, ids: &[&str]| {
        let ids: Vec<String> = ids.iter().map(|&id| id.to_owned()).collect();
        campaign.hire(&ids).map_err(|refused| refused.to_string())
    };
    let before = campaign.write();
    for (ids, says) in [
        (&["b", "a"][..], "there is an agent `a` already"),
        (&["b", "b"], "there is an agent `b` already"),
        (&[""], "`` is no id; 1 to 100 characters are allowed"),
        (&["b", "c", "d"], "hiring costs 150, and there is 120"),
    ] {
        assert_eq!(hire(&mut campaign, ids).unwrap_err(), says);
        assert_eq!(campaign.write(), before);
    }
    hire(&mut campaign, &["b", "c"]).unwrap();
    assert_eq!(agent(&campaign, "b").state, AgentState::InTransit);
    let wrong = deploy(&mut campaign, "s1=b").unwrap_err();
    assert!(wrong.contains("agent b is InTransit and will be available in 1 turn"), "{wrong}");
    let report = turn(&mut campaign, "");
    // Upkeep of three, and 100 for the two; nothing more in the turn after.
    assert_eq!((report.before.money, report.after.money), (120, 120 - 15 - 100));
    assert!(report.to_string().contains("hiring -100"), "{report}");
    assert_eq!(agent(&campaign, "b").state, AgentState::Available);
    assert_eq!(turn(&mut campaign, "").after.money, 5 - 15);
}
