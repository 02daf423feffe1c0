//! From tables to data: the built-in ones, a player's files, a scenario's
//! `[rules]`, one layer over another (B-6, B-292).

use std::sync::LazyLock;

use fracas_core::document::{
    Checked, Diagnostics, Field, Item as Entry, Shape, Source, TableShape, check_part, parse,
};

use super::arsenal::{
    ABILITY, ABILITY_SHAPE, ARMOUR, ARMOUR_SHAPE, CLASSES, ITEM, ITEM_SHAPE, WEAPON, WEAPON_CLASS,
    WEAPON_CLASS_SHAPE, WEAPON_SHAPE, blank_ability, blank_armour, blank_item, blank_weapon,
};
use super::figures::{
    ACCURACY, ACCURACY_SHAPE, AI, AI_SHAPE, COSTS, COSTS_SHAPE, COVER, COVER_SHAPE, DAMAGE,
    DAMAGE_SHAPE, MATRIX_ROW, MATRIX_ROW_SHAPE, MODE, MODE_SHAPE, MORALE, MORALE_SHAPE, NOISE,
    NOISE_SHAPE, SIGHT, SIGHT_SHAPE, STATUS, STATUS_SHAPE, SUPPRESSION, SUPPRESSION_SHAPE, VISIONS,
    VISIONS_SHAPE, XP, XP_SHAPE,
};
use super::ground::{BIOME, BIOME_SHAPE, TERRAIN, TERRAIN_SHAPE, blank_biome, blank_terrain};
use super::key::{Key, ReadContext, apply, suggest, table};
use super::people::{TARGET_TYPES, UNIT, UNIT_SHAPE, blank_class};
use super::{Arc, Data, FireMode, Mode, Vision};

/// The built-in data (§20).
pub const BUILT_IN: &str = include_str!("battlescape.toml");

/// As many things of a kind there may be.
const MOST: usize = 250;

const ARC: Shape = Shape::Word(&["front", "side", "rear"]);

const fn numbers(key: &'static str, shape: &'static TableShape, doc: &'static str) -> Field {
    Field::new(key, Shape::Table(shape), doc).code("B-292")
}

static COVERS: TableShape = table(
    "covers",
    "Half and full cover (B-112).",
    &[
        numbers("half", &COVER_SHAPE, "behind a crate or a low wall"),
        numbers("full", &COVER_SHAPE, "behind a wall"),
    ],
);

static MODES: TableShape = table(
    "modes",
    "Fire modes (B-140, B-151).",
    &[
        numbers("snap", &MODE_SHAPE, "quick shots"),
        numbers("aimed", &MODE_SHAPE, "careful shots"),
        numbers("burst", &MODE_SHAPE, "a few rounds"),
        numbers("auto", &MODE_SHAPE, "many rounds"),
        numbers("strike", &MODE_SHAPE, "hand to hand"),
    ],
);

static AIS: TableShape = table(
    "ais",
    "Modes of the AI (B-272).",
    &[
        numbers("aggressive", &AI_SHAPE, "goes for the best attack"),
        numbers("defensive", &AI_SHAPE, "keeps near its post"),
        numbers("cautious", &AI_SHAPE, "keeps its distance"),
        numbers("retreat", &AI_SHAPE, "gets away"),
        numbers("search", &AI_SHAPE, "looks for the enemy"),
        numbers("hold", &AI_SHAPE, "never moves"),
    ],
);

static MATRIX: TableShape = table(
    "target types",
    "What units are to damage (B-160).",
    &[
        numbers("armored", &MATRIX_ROW_SHAPE, "vehicles"),
        numbers("shielded", &MATRIX_ROW_SHAPE, "behind an energy shield"),
        numbers("bio", &MATRIX_ROW_SHAPE, "flesh and blood"),
        numbers("mechanical", &MATRIX_ROW_SHAPE, "machines"),
        numbers("energy", &MATRIX_ROW_SHAPE, "beings of energy"),
    ],
);

static WEAPON_CLASSES: TableShape = table(
    "weapon classes",
    "Classes of weapons (B-63).",
    &[
        numbers("pistol", &WEAPON_CLASS_SHAPE, "pistols"),
        numbers("smg", &WEAPON_CLASS_SHAPE, "submachine guns"),
        numbers("rifle", &WEAPON_CLASS_SHAPE, "rifles"),
        numbers("sniper", &WEAPON_CLASS_SHAPE, "sniper rifles"),
        numbers("shotgun", &WEAPON_CLASS_SHAPE, "shotguns"),
        numbers("heavy", &WEAPON_CLASS_SHAPE, "heavy weapons"),
        numbers("launcher", &WEAPON_CLASS_SHAPE, "launchers"),
        numbers("melee", &WEAPON_CLASS_SHAPE, "hand weapons"),
    ],
);

/// All keys of the data.
pub static DATA: TableShape = table(
    "data",
    "Kinds of things and figures of the rules (B-292).",
    &[
        Field::new("unit", Shape::map(&Shape::Table(&UNIT_SHAPE), MOST), "classes of units"),
        Field::new("weapon", Shape::map(&Shape::Table(&WEAPON_SHAPE), MOST), "weapons"),
        numbers("weapon_class", &WEAPON_CLASSES, "what weapons have from their class"),
        Field::new("armour", Shape::map(&Shape::Table(&ARMOUR_SHAPE), MOST), "armour"),
        Field::new("item", Shape::map(&Shape::Table(&ITEM_SHAPE), MOST), "items"),
        Field::new("ability", Shape::map(&Shape::Table(&ABILITY_SHAPE), MOST), "abilities"),
        Field::new("terrain", Shape::map(&Shape::Table(&TERRAIN_SHAPE), MOST), "terrain"),
        Field::new("biome", Shape::map(&Shape::Table(&BIOME_SHAPE), MOST), "biomes"),
        numbers("cover", &COVERS, "half and full cover"),
        Field::new("arcs", Shape::exactly(4, &ARC), "the arc by steps from the facing (B-115)")
            .code("B-292"),
        numbers("mode", &MODES, "fire modes"),
        numbers("tu", &COSTS_SHAPE, "what actions cost"),
        numbers("accuracy", &ACCURACY_SHAPE, "terms of accuracy"),
        numbers("damage", &DAMAGE_SHAPE, "what happens to damage on its way"),
        numbers("matrix", &MATRIX, "damage by target type and damage type"),
        numbers("sight", &SIGHT_SHAPE, "light, weather and smoke"),
        numbers("vision", &VISIONS_SHAPE, "how far units see"),
        numbers("noise", &NOISE_SHAPE, "how far things are heard"),
        numbers("suppression", &SUPPRESSION_SHAPE, "suppression"),
        numbers("morale", &MORALE_SHAPE, "morale"),
        numbers("status", &STATUS_SHAPE, "health and panic"),
        numbers("xp", &XP_SHAPE, "experience"),
        numbers("ai", &AIS, "modes of the AI"),
    ],
);

static BUILT_IN_TABLE: LazyLock<Option<Checked>> = LazyLock::new(|| {
    let mut out = Diagnostics::new(Source::new("battlescape.toml", BUILT_IN));
    let parsed = parse(&mut out)?;
    let checked = check_part(&parsed, &DATA, &mut out);
    (!out.has_errors()).then_some(checked)
});

impl Data {
    /// The built-in data with some layers over them, first to last.
    pub fn layered(layers: &[&Checked], out: &mut Diagnostics) -> Data {
        // The built-in data are in order: a test reads them.
        let built_in = BUILT_IN_TABLE.as_ref();
        let all: Vec<&Checked> = built_in.into_iter().chain(layers.iter().copied()).collect();
        let mut data = Data::blank();
        data.read_numbers(&all, out);
        data.read_kinds(&all, out);
        data.check(layers, out);
        data
    }

    /// The built-in data.
    pub fn built_in() -> Data {
        Data::layered(&[], &mut Diagnostics::new(Source::default()))
    }

    fn blank() -> Data {
        Data {
            terrains: Vec::new(),
            weapons: Vec::new(),
            armours: Vec::new(),
            items: Vec::new(),
            abilities: Vec::new(),
            classes: Vec::new(),
            biomes: Vec::new(),
            cover: Default::default(),
            arcs: [Arc::Front; 4],
            modes: Default::default(),
            matrix: Default::default(),
            tu: Default::default(),
            suppression: Default::default(),
            morale: Default::default(),
            ai: Default::default(),
            accuracy: Default::default(),
            damage: Default::default(),
            sight: Default::default(),
            vision: [Vision::Plain(1); 5],
            noise: Default::default(),
            status: Default::default(),
            xp: Default::default(),
            weapon_classes: Default::default(),
        }
    }

    fn read_numbers(&mut self, layers: &[&Checked], out: &mut Diagnostics) {
        let blank = Data::blank();
        let context = &mut ReadContext { data: &blank, out };
        for layer in layers {
            one(&COSTS, &mut self.tu, layer, "tu", context);
            one(&ACCURACY, &mut self.accuracy, layer, "accuracy", context);
            one(&DAMAGE, &mut self.damage, layer, "damage", context);
            one(&SIGHT, &mut self.sight, layer, "sight", context);
            one(&VISIONS, &mut self.vision, layer, "vision", context);
            one(&NOISE, &mut self.noise, layer, "noise", context);
            one(&SUPPRESSION, &mut self.suppression, layer, "suppression", context);
            one(&MORALE, &mut self.morale, layer, "morale", context);
            one(&STATUS, &mut self.status, layer, "status", context);
            one(&XP, &mut self.xp, layer, "xp", context);
            many(&COVER, &mut self.cover, layer, "cover", &["half", "full"], context);
            many(
                &MODE,
                &mut self.modes,
                layer,
                "mode",
                &FireMode::ALL.map(FireMode::name),
                context,
            );
            many(&MATRIX_ROW, &mut self.matrix, layer, "matrix", &TARGET_TYPES, context);
            many(&AI, &mut self.ai, layer, "ai", &Mode::ALL.map(Mode::name), context);
            let classes = &mut self.weapon_classes;
            many(&WEAPON_CLASS, classes, layer, "weapon_class", &CLASSES, context);
            for (arc, word) in self.arcs.iter_mut().zip(layer.list("arcs")) {
                *arc = match word.text() {
                    Some("rear") => Arc::Rear,
                    Some("side") => Arc::Side,
                    _ => Arc::Front,
                };
            }
        }
    }

    /// In this order, because things name those before them.
    fn read_kinds(&mut self, layers: &[&Checked], out: &mut Diagnostics) {
        Kind {
            word: "terrain",
            keys: &TERRAIN,
            must: &["glyph"],
            list: |data| &mut data.terrains,
            id: |terrain| &mut terrain.id,
            blank: blank_terrain,
        }
        .read(self, layers, out);
        Kind {
            word: "weapon",
            keys: &WEAPON,
            must: &["class", "dice", "bands"],
            list: |data| &mut data.weapons,
            id: |weapon| &mut weapon.id,
            blank: |id, _| blank_weapon(id),
        }
        .read(self, layers, out);
        Kind {
            word: "armour",
            keys: &ARMOUR,
            must: &["armour"],
            list: |data| &mut data.armours,
            id: |armour| &mut armour.id,
            blank: |id, _| blank_armour(id),
        }
        .read(self, layers, out);
        Kind {
            word: "item",
            keys: &ITEM,
            must: &["effect"],
            list: |data| &mut data.items,
            id: |item| &mut item.id,
            blank: |id, _| blank_item(id),
        }
        .read(self, layers, out);
        Kind {
            word: "ability",
            keys: &ABILITY,
            must: &["effect"],
            list: |data| &mut data.abilities,
            id: |ability| &mut ability.id,
            blank: |id, _| blank_ability(id),
        }
        .read(self, layers, out);
        Kind {
            word: "unit",
            keys: &UNIT,
            must: &["hp"],
            list: |data| &mut data.classes,
            id: |class| &mut class.id,
            blank: |id, _| blank_class(id),
        }
        .read(self, layers, out);
        Kind {
            word: "biome",
            keys: &BIOME,
            must: &["base"],
            list: |data| &mut data.biomes,
            id: |biome| &mut biome.id,
            blank: |id, _| blank_biome(id),
        }
        .read(self, layers, out);
    }
}

/// A table of figures.
fn one<T>(keys: &[Key<T>], to: &mut T, layer: &Checked, word: &str, context: &mut ReadContext<'_>) {
    if let Some(table) = layer.table(word) {
        apply(keys, to, table, context);
    }
}

/// Tables of figures by word.
fn many<T>(
    keys: &[Key<T>],
    to: &mut [T],
    layer: &Checked,
    word: &str,
    names: &[&str],
    context: &mut ReadContext<'_>,
) {
    let Some(table) = layer.table(word) else { return };
    for (to, name) in to.iter_mut().zip(names) {
        one(keys, to, table, name, context);
    }
}

/// How things of a kind are read.
struct Kind<T: 'static> {
    word: &'static str,
    keys: &'static [Key<T>],
    /// What a new one must say unless it is like another.
    must: &'static [&'static str],
    list: fn(&mut Data) -> &mut Vec<T>,
    id: fn(&mut T) -> &mut String,
    blank: fn(&str, usize) -> T,
}

impl<T: Clone> Kind<T> {
    fn read(&self, data: &mut Data, layers: &[&Checked], out: &mut Diagnostics) {
        for layer in layers {
            let new: Vec<&str> = layer.map(self.word).map(|(id, _)| id).collect();
            // Things of one kind may name each other, so all are there first.
            let before = (self.list)(data).len();
            for (id, entry) in layer.map(self.word) {
                self.make(id, entry, data, &new, out);
            }
            for (id, entry) in layer.map(self.word) {
                self.change(id, entry, data, before, out);
            }
        }
    }

    fn place(&self, data: &mut Data, id: &str) -> Option<usize> {
        (self.list)(data).iter_mut().position(|thing| *(self.id)(thing) == id)
    }

    fn ids(&self, data: &mut Data) -> Vec<String> {
        (self.list)(data).iter_mut().map(|thing| (self.id)(thing).clone()).collect()
    }

    /// Makes room for a new thing; refuses one that says too little, which is
    /// mostly a known one written wrongly.
    fn make(&self, id: &str, entry: &Entry, data: &mut Data, new: &[&str], out: &mut Diagnostics) {
        let Some(table) = entry.table() else { return };
        if self.place(data, id).is_some() {
            return;
        }
        let says = |key: &&&str| !table.has(key);
        let missing: Vec<&str> = self.must.iter().filter(says).copied().collect();
        if !table.has("like") && !missing.is_empty() {
            let ids = self.ids(data);
            let known = ids.iter().map(String::as_str).filter(|known| !new.contains(known));
            let help = format!(
                "{} a new one says what it is `like`, or its {}",
                suggest(id, known),
                self.must.join(", "),
            );
            let message = format!("there is no {} `{id}`", self.word);
            out.error("B-292", &entry.key_place(), message).help(help);
            return;
        }
        let count = (self.list)(data).len();
        if count >= MOST {
            let message = format!("there are more than {MOST} things of the kind {}", self.word);
            out.error("B-292", &entry.key_place(), message);
            return;
        }
        let blank = (self.blank)(id, count);
        (self.list)(data).push(blank);
    }

    fn change(
        &self,
        id: &str,
        entry: &Entry,
        data: &mut Data,
        before: usize,
        out: &mut Diagnostics,
    ) {
        let (Some(table), Some(place)) = (entry.table(), self.place(data, id)) else { return };
        let mut thing = (self.list)(data)[place].clone();
        if let Some(like) = table.value("like") {
            let ids = self.ids(data);
            let known = ids.iter().map(String::as_str);
            let model = ReadContext { data, out }.find(self.word, like, known);
            if place < before {
                let message = format!("{} `{id}` is there already", self.word);
                out.error("B-292", &like.place, message).help("`like` is for new ones");
            } else if let Some(model) = model {
                thing = (self.list)(data)[model].clone();
                *(self.id)(&mut thing) = id.to_owned();
            }
        }
        apply(self.keys, &mut thing, table, &mut ReadContext { data, out });
        (self.list)(data)[place] = thing;
    }
}
