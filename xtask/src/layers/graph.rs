//! The laws of the layers, on a plain graph that a test can write by hand.

use std::collections::BTreeSet;

/// Where a package stands, with its directory's name in the layer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Home {
    Rules(String),
    Crates(String),
    Apps(String),
    Xtask,
    /// A member of the workspace in no layer.
    Stray,
    /// Not a member of the workspace.
    Outside,
}

impl Home {
    /// Reads a directory relative to the root: `rules/set`.
    pub(super) fn of(dir: &str) -> Self {
        match dir.split_once('/') {
            Some(("rules", name)) => Self::Rules(name.to_owned()),
            Some(("crates", name)) => Self::Crates(name.to_owned()),
            Some(("apps", name)) => Self::Apps(name.to_owned()),
            None if dir == "xtask" => Self::Xtask,
            _ => Self::Stray,
        }
    }

    /// Whether a game lives here: a directory of rules that is not shared by the games.
    pub(super) fn is_game(&self) -> bool {
        matches!(self, Self::Rules(name) if !SHARED.contains(&name.as_str()))
    }

    fn is_conformance(&self) -> bool {
        matches!(self, Self::Rules(name) if name == "conformance")
    }

    /// Whether packages here may name several games in what they ship.
    fn may_know_games(&self) -> bool {
        match self {
            Self::Crates(name) => ["catalog", "bots", "formats", "text", "train"].contains(&name.as_str()),
            Self::Apps(name) => ["cli", "python"].contains(&name.as_str()),
            _ => false,
        }
    }
}

/// The directories of `rules/` that are not a game.
pub(super) const SHARED: &[&str] = &["game", "scene", "conformance"];

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
        violations.push(format!("{}: stands in no layer; move it to rules/, crates/ or apps/", node.name));
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
        reason: "rules/conformance is only ever a dev-dependency",
    },
    Law {
        broken: |arrow| ships_in_rules(arrow) && arrow.to.home == Home::Outside,
        reason: "rules/ ships no outside dependency; use it in crates/, or for tests only",
    },
    Law {
        broken: |arrow| ships_in_rules(arrow) && !matches!(arrow.to.home, Home::Rules(_)),
        reason: "rules/ depends on rules/ only",
    },
    Law {
        broken: |arrow| ships_in_rules(arrow) && arrow.to.home.is_game(),
        reason: "no package of rules/ knows a game other than itself",
    },
    Law {
        broken: |arrow| ships_in_crates(arrow) && arrow.to.home == Home::Outside && arrow.to.name == "anyhow",
        reason: "crates/ give typed errors; anyhow lives in apps/",
    },
];

fn is_library(home: &Home) -> bool {
    matches!(home, Home::Rules(_) | Home::Crates(_))
}

fn ships_in_rules(arrow: &Arrow) -> bool {
    matches!(arrow.from.home, Home::Rules(_)) && arrow.kind != Kind::Dev
}

fn ships_in_crates(arrow: &Arrow) -> bool {
    matches!(arrow.from.home, Home::Crates(_)) && arrow.kind != Kind::Dev
}

fn too_many_games(graph: &Graph, node: &Node) -> Option<String> {
    // Packages of rules/ have a stricter law above.
    if node.home.may_know_games() || matches!(node.home, Home::Rules(_)) {
        return None;
    }
    let own =
        graph.arrows.iter().filter(|arrow| arrow.from.home == node.home && arrow.from.name == node.name);
    let shipped = own.filter(|arrow| arrow.kind != Kind::Dev && arrow.to.home.is_game());
    let games: BTreeSet<&str> = shipped.map(|arrow| arrow.to.name.as_str()).collect();
    (games.len() > 1).then(|| {
        let games = games.into_iter().collect::<Vec<_>>().join(", ");
        format!("{} -> {games}: only crates/catalog names several games; go through it", node.name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `rules/set` is a member named by its directory; a name without a slash comes from outside.
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
            ("rules/set", Normal, "rules/game"),
            ("rules/set", Dev, "rules/conformance"),
            ("rules/set", Dev, "proptest"),
            ("rules/set", Dev, "crates/formats"),
            ("rules/conformance", Normal, "rules/game"),
            ("crates/catalog", Normal, "rules/set"),
            ("crates/catalog", Normal, "rules/machi"),
            ("crates/odds", Normal, "rules/machi"),
            ("crates/odds", Dev, "rules/set"),
            ("crates/odds", Dev, "anyhow"),
            ("crates/arena", Normal, "crates/bots"),
            ("crates/arena", Normal, "rayon"),
            ("apps/cli", Normal, "anyhow"),
            ("apps/server", Normal, "apps/cli"),
            ("xtask", Normal, "anyhow"),
        ];
        assert_eq!(violations(&arrows), Vec::<String>::new());
    }

    #[test]
    fn rules_ship_nothing_from_outside() {
        let reason = "rules/ ships no outside dependency; use it in crates/, or for tests only";
        for kind in [Normal, Build] {
            let found = violations(&[("rules/set", kind, "serde")]);
            assert_eq!(found, [format!("rules/set -> serde: {reason}")]);
        }
    }

    #[test]
    fn rules_do_not_ship_crates() {
        let found = violations(&[("rules/set", Normal, "crates/draw")]);
        assert_eq!(found, ["rules/set -> crates/draw: rules/ depends on rules/ only"]);
    }

    #[test]
    fn rules_know_no_other_game() {
        let found = violations(&[("rules/game", Normal, "rules/set"), ("rules/set", Normal, "rules/machi")]);
        let reason = "no package of rules/ knows a game other than itself";
        let expected =
            [format!("rules/game -> rules/set: {reason}"), format!("rules/set -> rules/machi: {reason}")];
        assert_eq!(found, expected);
    }

    #[test]
    fn conformance_is_for_tests() {
        let found = violations(&[
            ("crates/bots", Normal, "rules/conformance"),
            ("apps/cli", Dev, "rules/conformance"),
        ]);
        let reason = "rules/conformance is only ever a dev-dependency";
        assert_eq!(found, [format!("crates/bots -> rules/conformance: {reason}")]);
    }

    #[test]
    fn nothing_below_depends_on_apps() {
        let found = violations(&[("rules/set", Dev, "apps/cli"), ("crates/bots", Normal, "apps/cli")]);
        let reason = "nothing below apps/ depends on apps/, not even for its tests";
        let expected =
            [format!("rules/set -> apps/cli: {reason}"), format!("crates/bots -> apps/cli: {reason}")];
        assert_eq!(found, expected);
    }

    #[test]
    fn anyhow_stays_in_apps() {
        let found = violations(&[("crates/formats", Normal, "anyhow")]);
        assert_eq!(found, ["crates/formats -> anyhow: crates/ give typed errors; anyhow lives in apps/"]);
    }

    #[test]
    fn nothing_depends_on_xtask() {
        let found = violations(&[("apps/cli", Dev, "xtask")]);
        assert_eq!(found, ["apps/cli -> xtask: nothing depends on xtask"]);
    }

    #[test]
    fn only_the_catalog_names_several_games() {
        let several = |from| [(from, Normal, "rules/set"), (from, Build, "rules/machi")];
        let found = violations(&several("apps/server"));
        let reason = "only crates/catalog names several games; go through it";
        assert_eq!(found, [format!("apps/server -> rules/machi, rules/set: {reason}")]);
        for allowed in ["crates/catalog", "crates/bots", "crates/formats", "apps/cli"] {
            assert_eq!(violations(&several(allowed)), Vec::<String>::new());
        }
    }

    #[test]
    fn a_stray_member_is_reported() {
        let found = violations(&[("tools/x", Normal, "serde")]);
        assert_eq!(found, ["tools/x: stands in no layer; move it to rules/, crates/ or apps/"]);
    }
}
