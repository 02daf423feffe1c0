//! The shipped mirrored maps.

/// A mirrored map: one half is the other turned around.
pub struct Ground {
    /// What its file is called.
    pub name: &'static str,
    /// The scenario.
    pub text: &'static str,
    /// The last column and row.
    pub last: (u32, u32),
    /// Hexes in the east with cover to their west.
    pub posts: [(u32, u32); 4],
}

/// All of them.
pub const GROUNDS: [Ground; 3] = [
    Ground {
        name: "mirror_yard",
        text: include_str!("../../../../examples/battlescape/mirror_yard.toml"),
        last: (20, 13),
        posts: [(16, 4), (17, 8), (16, 11), (18, 13)],
    },
    Ground {
        name: "mirror_woods",
        text: include_str!("../../../../examples/battlescape/mirror_woods.toml"),
        last: (36, 13),
        posts: [(33, 3), (33, 6), (33, 9), (31, 12)],
    },
    Ground {
        name: "mirror_street",
        text: include_str!("../../../../examples/battlescape/mirror_street.toml"),
        last: (23, 13),
        posts: [(20, 3), (22, 5), (20, 7), (22, 11)],
    },
];
