//! What `cargo metadata` says about this workspace: where it stands, its packages and their targets.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cargo_metadata::{MetadataCommand, Package};

use crate::layers;
use crate::process::Call;

/// Builds the program, and the example that draws its screens, as the tests have them. Chosen from the whole workspace and
/// with an example among them, their dependencies have the features that they have in tests, so that nothing is built
/// twice; `build --package tercet` would build most of it again.
pub(crate) fn program() -> Call {
    Call::cargo("build --workspace --locked --bin tercet --example screens")
}

/// The workspace: its root, its target directory and its own packages, in the order of their directories.
pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
    pub(crate) target: PathBuf,
    pub(crate) packages: Vec<Package>,
}

impl Workspace {
    /// Reads the workspace that this program belongs to; run without cargo, the one of the current directory.
    ///
    /// # Errors
    ///
    /// When `cargo metadata` fails, with what it said.
    pub(crate) fn read() -> Result<Self> {
        let mut command = MetadataCommand::new();
        command.no_deps();
        if let Some(home) = env::var_os("CARGO_MANIFEST_DIR") {
            command.manifest_path(Path::new(&home).join("Cargo.toml"));
        }
        let metadata = command.exec().context("cannot read the workspace with `cargo metadata`")?;
        let mut packages = metadata.packages;
        packages.sort_by(|a, b| a.manifest_path.cmp(&b.manifest_path));
        Ok(Self {
            root: metadata.workspace_root.into_std_path_buf(),
            target: metadata.target_directory.into_std_path_buf(),
            packages,
        })
    }

    /// The path as a person in the root would write it: relative where it lies below the root.
    pub(crate) fn relative(&self, path: &Path) -> String {
        let shown = path.strip_prefix(&self.root).unwrap_or(path);
        shown.to_string_lossy().replace('\\', "/")
    }

    /// The package's directory, relative to the root: `games/set/rules`.
    pub(crate) fn home(&self, package: &Package) -> String {
        let manifest = package.manifest_path.as_std_path();
        self.relative(manifest.parent().unwrap_or(manifest))
    }

    /// The packages with a test target of this name, in the order of their directories.
    pub(crate) fn with_test(&self, name: &str) -> Vec<&Package> {
        let has = |package: &&Package| package.targets.iter().any(|t| t.is_test() && t.name == name);
        self.packages.iter().filter(has).collect()
    }

    /// The pure packages: `engine/*` and `games/*/rules`.
    pub(crate) fn pure(&self) -> Vec<&Package> {
        self.packages.iter().filter(|package| layers::is_pure(&self.home(package))).collect()
    }
}
