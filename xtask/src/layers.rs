//! `cargo xtask layers`: arrows between packages point down only, and the rules stay pure.

mod graph;
mod purity;

use anyhow::{Result, bail};
use cargo_metadata::{Dependency, DependencyKind};

use self::graph::{Arrow, Graph, Home, Kind, Node};
use crate::sources;
use crate::workspace::Workspace;

/// Checks the graph of packages and the pure sources; prints every violation, or a summary.
///
/// # Errors
///
/// When there is a violation, or something cannot be read.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let graph = read(workspace);
    let mut violations = graph::check(&graph);
    violations.extend(forgotten(workspace)?);
    let files = purity::check(workspace, &mut violations)?;
    if violations.is_empty() {
        println!("{}", summary(&graph, files));
        return Ok(());
    }
    for violation in &violations {
        println!("{violation}");
    }
    bail!("violations of the layers: {}", violations.len())
}

/// Whether a pure package stands in this directory, relative to the root: one of the engine, or a game's rules.
pub(crate) fn is_pure(dir: &str) -> bool {
    Home::of(dir).is_pure()
}

/// Whether a game's rules stand in this directory, relative to the root.
pub(crate) fn is_rules(dir: &str) -> bool {
    Home::of(dir).is_rules()
}

fn read(workspace: &Workspace) -> Graph {
    let mut graph = Graph::default();
    for package in &workspace.packages {
        let node = Node { name: package.name.to_string(), home: Home::of(&workspace.home(package)) };
        for dependency in &package.dependencies {
            let kind = match dependency.kind {
                DependencyKind::Development => Kind::Dev,
                DependencyKind::Build => Kind::Build,
                _ => Kind::Normal,
            };
            graph.arrows.push(Arrow { from: node.clone(), to: target(workspace, dependency), kind });
        }
        graph.nodes.push(node);
    }
    graph
}

/// The member that a dependency's path leads to, or a package from outside.
fn target(workspace: &Workspace, dependency: &Dependency) -> Node {
    let path = dependency.path.as_ref().map(|path| workspace.relative(path.as_std_path()));
    let is_member = |home: &String| workspace.packages.iter().any(|package| workspace.home(package) == *home);
    let home = path.filter(is_member).map_or(Home::Outside, |home| Home::of(&home));
    Node { name: dependency.name.clone(), home }
}

/// Packages in a layer's directory that no check reaches, because the workspace does not list them.
fn forgotten(workspace: &Workspace) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let layers = ["engine", "crates", "apps"].map(|layer| workspace.root.join(layer));
    let games = sources::directories(&workspace.root.join("games"))?;
    for layer in layers.iter().chain(&games) {
        for dir in sources::directories(layer)? {
            let home = workspace.relative(&dir);
            let is_member = workspace.packages.iter().any(|package| workspace.home(package) == home);
            if dir.join("Cargo.toml").is_file() && !is_member {
                found.push(format!(
                    "{home}/Cargo.toml:1: is no member of the workspace; list it in Cargo.toml"
                ));
            }
        }
    }
    Ok(found)
}

fn summary(graph: &Graph, files: usize) -> String {
    let count = |test: fn(&Home) -> bool| graph.nodes.iter().filter(|node| test(&node.home)).count();
    format!(
        "layers: engine {}, games {}, crates {}, apps {}; checked: {} arrows, {files} pure files; violations: none",
        count(|home| matches!(home, Home::Engine(_))),
        count(|home| matches!(home, Home::Rules(_) | Home::Part(_))),
        count(|home| matches!(home, Home::Crates(_))),
        count(|home| matches!(home, Home::Apps(_))),
        graph.arrows.len(),
    )
}
