//! The laws of the layers, on a plain graph that a test can write by hand.

use std::collections::BTreeSet;

/// Where a package stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Home {
    /// What every game shares: `engine/game`.
    Engine(String),
    /// The pure rules of a game: `games/set/rules`.
    Rules(String),
    /// Another part of a game: `games/machi/odds`.
    Part(String),
    Crates(String),
    Apps(String),
    Xtask,
    /// A member of the workspace in no layer.
    Stray,
    /// Not a member of the workspace.
    Outside,
}

impl Home {
    /// Reads a directory relative to the root: `games/set/rules`.
    pub(super) fn of(dir: &str) -> Self {
        match *dir.split('/').collect::<Vec<_>>() {
            ["engine", name] => Self::Engine(name.to_owned()),
            ["games", game, "rules"] => Self::Rules(game.to_owned()),
            ["games", game, _] => Self::Part(game.to_owned()),
            ["crates", name] => Self::Crates(name.to_owned()),
            ["apps", name] => Self::Apps(name.to_owned()),
            ["xtask"] => Self::Xtask,
            _ => Self::Stray,
        }
    }

    /// Must the package run without an operating system, floats and outside dependencies?
    pub(super) fn is_pure(&self) -> bool {
        matches!(self, Self::Engine(_) | Self::Rules(_))
    }

    /// Are these the rules of a game?
    pub(super) fn is_rules(&self) -> bool {
        matches!(self, Self::Rules(_))
    }

    /// The game that lives here.
    fn game(&self) -> Option<&str> {
        match self {
            Self::Rules(game) | Self::Part(game) => Some(game),
            _ => None,
        }
    }

    fn is_conformance(&self) -> bool {
        matches!(self, Self::Engine(name) if name == "conformance")
    }

    /// Does it list the games?
    fn is_catalog(&self) -> bool {
        matches!(self, Self::Crates(name) if name == "catalog")
    }

    /// Is it a service that works with any game?
    fn is_service(&self) -> bool {
        matches!(self, Self::Crates(_)) && !self.is_catalog()
    }

    /// Whether packages here may name several games in what they ship: the catalog, and doors with a skin for each.
    fn may_know_games(&self) -> bool {
        self.is_catalog() || matches!(self, Self::Apps(name) if ["cli", "python"].contains(&name.as_str()))
    }
}

/// A package.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) name: String,
    pub(super) home: Home,
}

/// How a dependency is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Normal,
    Build,
    Dev,
}

/// A declared dependency.
#[derive(Clone, Debug)]
pub(super) struct Arrow {
    pub(super) from: Node,
    pub(super) to: Node,
    pub(super) kind: Kind,
}

/// The workspace's packages and all their dependencies.
#[derive(Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    pub(super) arrows: Vec<Arrow>,
}

/// Every violation, one line each: `package -> package: reason`.
pub(super) fn check(graph: &Graph) -> Vec<String> {
    let mut violations = Vec::new();
    for node in graph.nodes.iter().filter(|node| node.home == Home::Stray) {
        violations.push(format!(
            "{}: stands in no layer; move it to engine/, games/<game>/, crates/ or apps/",
            node.name
        ));
    }
    for arrow in &graph.arrows {
        if let Some(law) = LAWS.iter().find(|law| (law.broken)(arrow)) {
            violations.push(format!("{} -> {}: {}", arrow.from.name, arrow.to.name, law.reason));
        }
    }
    violations.extend(graph.nodes.iter().filter_map(|node| too_many_games(graph, node)));
    violations
}

/// What no arrow may do; an arrow that breaks several is reported for the first.
struct Law {
    broken: fn(&Arrow) -> bool,
    reason: &'static str,
}

const LAWS: &[Law] = &[
    Law { broken: |arrow| arrow.to.home == Home::Xtask, reason: "nothing depends on xtask" },
    Law {
        broken: |arrow| is_library(&arrow.from.home) && matches!(arrow.to.home, Home::Apps(_)),
        reason: "nothing below apps/ depends on apps/, not even for its tests",
    },
    Law {
        broken: |arrow| arrow.to.home.is_conformance() && arrow.kind != Kind::Dev,
        reason: "engine/conformance is only ever a dev-dependency",
    },
    Law {
        broken: |arrow| ships_pure(arrow) && arrow.to.home == Home::Outside,
        reason: "engine/ and rules ship no outside dependency; use it elsewhere, or for tests only",
    },
    Law {
        broken: |arrow| ships_pure(arrow) && !arrow.to.home.is_pure(),
        reason: "engine/ and rules depend on engine/ only",
    },
    Law {
        broken: |arrow| ships_pure(arrow) && arrow.to.home.is_rules(),
        reason: "engine/ knows no game, and rules know no other game's",
    },
    Law {
        broken: |arrow| ships(arrow) && is_part_of_another_game(arrow),
        reason: "a game knows no other game",
    },
    Law {
        broken: |arrow| ships(arrow) && arrow.from.home.is_service() && arrow.to.home.game().is_some(),
        reason: "services in crates/ know no game; a game comes to them as a value",
    },
    Law {
        broken: |arrow| ships(arrow) && arrow.from.home.game().is_some() && arrow.to.home.is_catalog(),
        reason: "games don't know the list that they are in",
    },
    Law {
        broken: |arrow| {
            ships_in_library(arrow) && arrow.to.home == Home::Outside && arrow.to.name == "anyhow"
        },
        reason: "libraries give typed errors; anyhow lives in apps/",
    },
];

fn is_library(home: &Home) -> bool {
    home.is_pure() || matches!(home, Home::Part(_) | Home::Crates(_))
}

fn ships(arrow: &Arrow) -> bool {
    arrow.kind != Kind::Dev
}

fn ships_pure(arrow: &Arrow) -> bool {
    arrow.from.home.is_pure() && ships(arrow)
}

fn ships_in_library(arrow: &Arrow) -> bool {
    is_library(&arrow.from.home) && ships(arrow)
}

fn is_part_of_another_game(arrow: &Arrow) -> bool {
    let (from, to) = (arrow.from.home.game(), arrow.to.home.game());
    from.is_some() && to.is_some() && from != to
}

fn too_many_games(graph: &Graph, node: &Node) -> Option<String> {
    // Packages of engine/ and games/ have stricter laws above.
    if node.home.may_know_games() || node.home.is_pure() || node.home.game().is_some() {
        return None;
    }
    let own =
        graph.arrows.iter().filter(|arrow| arrow.from.home == node.home && arrow.from.name == node.name);
    let shipped = own.filter(|arrow| arrow.kind != Kind::Dev);
    let games: BTreeSet<&str> = shipped.filter_map(|arrow| arrow.to.home.game()).collect();
    (games.len() > 1).then(|| {
        let games = games.into_iter().collect::<Vec<_>>().join(", ");
        format!("{} -> {games}: only crates/catalog names several games; go through it", node.name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `games/set/rules` is a member named by its directory; a name without a slash comes from outside.
    fn node(place: &str) -> Node {
        let home = if place.contains('/') || place == "xtask" { Home::of(place) } else { Home::Outside };
        Node { name: place.to_owned(), home }
    }

    fn violations(arrows: &[(&str, Kind, &str)]) -> Vec<String> {
        let mut graph = Graph::default();
        for &(from, kind, to) in arrows {
            if !graph.nodes.iter().any(|node| node.name == from) {
                graph.nodes.push(node(from));
            }
            graph.arrows.push(Arrow { from: node(from), to: node(to), kind });
        }
        check(&graph)
    }

    use Kind::{Build, Dev, Normal};

    #[test]
    fn arrows_that_point_down_are_fine() {
        let arrows = [
            ("games/set/rules", Normal, "engine/game"),
            ("games/set/rules", Dev, "engine/conformance"),
            ("games/set/rules", Dev, "proptest"),
            ("games/set/rules", Dev, "crates/search"),
            ("engine/conformance", Normal, "engine/game"),
            ("crates/catalog", Normal, "games/set/rules"),
            ("crates/catalog", Normal, "games/machi/rules"),
            ("games/machi/odds", Normal, "games/machi/rules"),
            ("games/machi/play", Normal, "games/machi/odds"),
            ("games/machi/play", Normal, "crates/search"),
            ("crates/catalog", Normal, "games/machi/play"),
            ("crates/arena", Dev, "games/set/play"),
            ("games/machi/odds", Dev, "games/set/rules"),
            ("games/machi/odds", Dev, "anyhow"),
            ("crates/arena", Normal, "crates/search"),
            ("crates/arena", Normal, "rayon"),
            ("apps/cli", Normal, "anyhow"),
            ("apps/server", Normal, "apps/cli"),
            ("xtask", Normal, "anyhow"),
        ];
        assert_eq!(violations(&arrows), Vec::<String>::new());
    }

    #[test]
    fn rules_ship_nothing_from_outside() {
        let reason = "engine/ and rules ship no outside dependency; use it elsewhere, or for tests only";
        for kind in [Normal, Build] {
            let found = violations(&[("games/set/rules", kind, "serde")]);
            assert_eq!(found, [format!("games/set/rules -> serde: {reason}")]);
        }
    }

    #[test]
    fn rules_do_not_ship_crates() {
        let found = violations(&[("games/set/rules", Normal, "crates/draw")]);
        assert_eq!(found, ["games/set/rules -> crates/draw: engine/ and rules depend on engine/ only"]);
    }

    #[test]
    fn rules_know_no_other_game() {
        let found = violations(&[
            ("engine/game", Normal, "games/set/rules"),
            ("games/set/rules", Normal, "games/machi/rules"),
        ]);
        let reason = "engine/ knows no game, and rules know no other game's";
        let expected = [
            format!("engine/game -> games/set/rules: {reason}"),
            format!("games/set/rules -> games/machi/rules: {reason}"),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_game_knows_no_other_game() {
        let found = violations(&[
            ("games/machi/odds", Normal, "games/set/rules"),
            ("games/set/play", Normal, "games/machi/odds"),
        ]);
        let reason = "a game knows no other game";
        let expected = [
            format!("games/machi/odds -> games/set/rules: {reason}"),
            format!("games/set/play -> games/machi/odds: {reason}"),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn services_know_no_game() {
        let found = violations(&[
            ("crates/arena", Normal, "games/set/play"),
            ("games/set/play", Normal, "crates/catalog"),
            ("crates/arena", Dev, "crates/catalog"),
        ]);
        let expected = [
            "crates/arena -> games/set/play: services in crates/ know no game; a game comes to them as a value",
            "games/set/play -> crates/catalog: games don't know the list that they are in",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn conformance_is_for_tests() {
        let found = violations(&[
            ("crates/search", Normal, "engine/conformance"),
            ("apps/cli", Dev, "engine/conformance"),
        ]);
        let reason = "engine/conformance is only ever a dev-dependency";
        assert_eq!(found, [format!("crates/search -> engine/conformance: {reason}")]);
    }

    #[test]
    fn nothing_below_depends_on_apps() {
        let found =
            violations(&[("games/set/rules", Dev, "apps/cli"), ("crates/search", Normal, "apps/cli")]);
        let reason = "nothing below apps/ depends on apps/, not even for its tests";
        let expected = [
            format!("games/set/rules -> apps/cli: {reason}"),
            format!("crates/search -> apps/cli: {reason}"),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn anyhow_stays_in_apps() {
        let found = violations(&[("crates/train", Normal, "anyhow")]);
        assert_eq!(found, ["crates/train -> anyhow: libraries give typed errors; anyhow lives in apps/"]);
    }

    #[test]
    fn nothing_depends_on_xtask() {
        let found = violations(&[("apps/cli", Dev, "xtask")]);
        assert_eq!(found, ["apps/cli -> xtask: nothing depends on xtask"]);
    }

    #[test]
    fn only_the_catalog_names_several_games() {
        let several = |from| [(from, Normal, "games/set/rules"), (from, Build, "games/machi/rules")];
        let found = violations(&several("apps/server"));
        let reason = "only crates/catalog names several games; go through it";
        assert_eq!(found, [format!("apps/server -> machi, set: {reason}")]);
        for allowed in ["crates/catalog", "apps/cli"] {
            assert_eq!(violations(&several(allowed)), Vec::<String>::new());
        }
    }

    #[test]
    fn a_stray_member_is_reported() {
        let found = violations(&[("tools/x", Normal, "serde")]);
        assert_eq!(
            found,
            ["tools/x: stands in no layer; move it to engine/, games/<game>/, crates/ or apps/"]
        );
    }
}
