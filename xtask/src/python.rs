//! The tests that run in Python, in virtual environments of their own: those of the package (`cargo xtask test --only python`)
//! and those of the server's routes (`--only http`).

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::examples;
use crate::process::{Call, on_path};
use crate::workspace::{self, Workspace};

/// What the tests need, exactly.
pub(crate) const REQUIREMENTS: &str = "apps/python/requirements-test.txt";
/// What asks the server.
const HTTP: &str = "apps/server/http-tests/requirements.txt";
/// What makes the reference.
const DOCS: &str = "apps/python/requirements-docs.txt";
/// What comparing itself needs.
const COMPARED: &str = "apps/python/requirements-compare.txt";
/// What it is compared with.
const PEERS: [&str; 6] = ["jax", "trianglengin==2.0.7", "trimcts==1.3.0", "pgx", "jumanji", "pufferlib-core"];
/// What learners' libraries need, for the soak.
const CLIENTS: &str = "apps/python/requirements-clients.txt";

/// Makes the environment, builds and installs the wheel, and runs all tests of the package.
///
/// # Errors
///
/// When Python is missing, something can't be installed, or a test fails.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let venv = Venv::make(workspace, "python-tests", REQUIREMENTS)?;
    venv.remove_examples()?;
    venv.install_wheel("dev")?;
    // The oldest release of Gymnasium that the extras allow and the one that RLlib pins must do too; the newest comes last,
    // for all that follows.
    // The oldest lacks what Gymnasium's own checks in `test_envs.py` need.
    for (release, tests) in [("gymnasium==1.0.0", "test_episodes.py"), ("gymnasium==1.2.2", "test_envs.py")] {
        venv.pip(&[release])?;
        venv.python(&["-m", "pytest", &format!("apps/python/tests/{tests}")])?;
    }
    venv.pip(&["-r", REQUIREMENTS])?;
    venv.all_tests()?;
    venv.python(&["-m", "mypy.stubtest", "tercet._tercet"])?;
    venv.python(&["-m", "mypy", "apps/python/python/tercet"])?;
    venv.doctests()?;
    venv.examples()
}

/// The checks with the libraries that learners use, in an environment of their own.
///
/// # Errors
///
/// As [`run`].
pub(crate) fn clients(workspace: &Workspace) -> Result<()> {
    let venv = Venv::make(workspace, "python-clients", CLIENTS)?;
    venv.install_wheel("dev")?;
    // Their own warnings are none of ours.
    venv.python(&["-m", "pytest", "-o", "filterwarnings=ignore", "apps/python/clients"])
}

/// The package beside others of its kind, in an environment of its own: prints what each is worth on this machine.
///
/// # Errors
///
/// When the wheel does not build or the measuring fails; what can't be installed is reported and left out.
pub(crate) fn compare(workspace: &Workspace) -> Result<()> {
    let venv = Venv::make(workspace, "python-compare", COMPARED)?;
    for package in PEERS {
        if venv.pip(&["--only-binary", ":all:", package]).is_err() {
            println!("{package} can't be installed here; it is left out");
        }
    }
    venv.install_wheel("release")?;
    venv.python(&["apps/python/compare/side_by_side.py"])
}

/// The reference of the package, made of its docstrings by pdoc. Gives its first page.
///
/// # Errors
///
/// As [`run`], or if a module can't be imported.
pub(crate) fn reference(workspace: &Workspace) -> Result<PathBuf> {
    let venv = Venv::make(workspace, "python-tests", REQUIREMENTS)?;
    venv.install_wheel("dev")?;
    venv.pip(&["-r", DOCS])?;
    let out = workspace.target.join("doc/python");
    // What has an underscore in front is nobody's; harmonictook's and trianglengin's old paths only point at names that stand elsewhere.
    venv.python(&[
        "-m",
        "pdoc",
        "--docformat",
        "google",
        "--output-directory",
        text(&out)?,
        "tercet",
        "!tercet.__main__",
        "!tercet.jax",
        "!tercet.puffer",
        "!tercet.sb3",
    ])?;
    Ok(out.join("tercet.html"))
}

/// The server's routes, asked by Schemathesis.
///
/// # Errors
///
/// As [`run`].
pub(crate) fn http(workspace: &Workspace) -> Result<()> {
    let venv = Venv::make(workspace, "http-tests", HTTP)?;
    workspace::program().run(&workspace.root)?;
    venv.python(&["apps/server/http-tests/check.py", text(&venv.program())?])
}

/// A virtual environment under `target/`.
pub(crate) struct Venv<'w> {
    workspace: &'w Workspace,
    dir: PathBuf,
}

impl<'w> Venv<'w> {
    /// The one of this name, with all that it requires.
    pub(crate) fn make(workspace: &'w Workspace, name: &str, requirements: &str) -> Result<Venv<'w>> {
        let Some(python) = on_path("python3").or_else(|| on_path("python")) else {
            bail!(
                "neither python3 nor python is on the PATH; install Python 3.10 or later with its venv module"
            );
        };
        let dir = workspace.target.join(name);
        let venv = Venv { workspace, dir };
        if !venv.interpreter().exists() {
            let make = Call::new(&python.to_string_lossy()).args(["-m", "venv"]).args([text(&venv.dir)?]);
            make.run(&workspace.root).context("on Debian, python3-venv has the module")?;
        }
        venv.pip(&["-r", requirements])?;
        Ok(venv)
    }

    /// One that is there.
    pub(crate) fn at(workspace: &'w Workspace, dir: PathBuf) -> Venv<'w> {
        Venv { workspace, dir }
    }

    fn interpreter(&self) -> PathBuf {
        // Where the module venv puts it.
        self.dir.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" })
    }

    /// Runs its Python in the workspace's root.
    pub(crate) fn python(&self, args: &[&str]) -> Result<()> {
        let interpreter = self.interpreter();
        println!("-- python {}", args.join(" "));
        Call::new(text(&interpreter)?).args(args.iter().copied()).run(&self.workspace.root)
    }

    /// Installs something.
    pub(crate) fn pip(&self, what: &[&str]) -> Result<()> {
        let quiet = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
        self.python(&[&quiet, what].concat())
    }

    /// Builds the wheel as `pip install .` does, in a profile: that of the other tests, `dev`, is there already.
    fn install_wheel(&self, profile: &str) -> Result<()> {
        self.install_wheel_of("Cargo.toml".as_ref(), profile)
    }

    /// The same of the package whose `pyproject.toml` stands beside this manifest.
    fn install_wheel_of(&self, manifest: &Path, profile: &str) -> Result<()> {
        let wheels = self.dir.join("wheels");
        if wheels.exists() {
            fs::remove_dir_all(&wheels).with_context(|| format!("cannot empty {}", wheels.display()))?;
        }
        let (out, interpreter) = (text(&wheels)?, self.interpreter());
        let build = ["build", "--profile", profile, "--out", out, "--interpreter", text(&interpreter)?];
        let mut call = Call::new(text(&interpreter)?).args(["-m", "maturin"]).args(build);
        if manifest.is_absolute() {
            let target = text(&self.workspace.target)?;
            call = call.args(["--manifest-path", text(manifest)?]).env("CARGO_TARGET_DIR", target);
        }
        println!("-- {call}");
        call.run(&self.workspace.root)?;
        let wheel = fs::read_dir(&wheels)?.next().context("maturin made no wheel")??.path();
        self.pip(&["--force-reinstall", "--no-deps", text(&wheel)?])
    }

    /// All tests, with the program at hand: one shows a game on the page of a real server.
    fn all_tests(&self) -> Result<()> {
        let root = &self.workspace.root;
        workspace::program().run(root)?;
        let interpreter = self.interpreter();
        let tests = Call::new(text(&interpreter)?).args(["-m", "pytest"]);
        tests.env("TERCET", self.program().to_string_lossy()).run(root)
    }

    /// The games of `examples/` that come to Python, and what the chapter says of them. They are not there for any other test.
    fn examples(&self) -> Result<()> {
        for example in examples::games(self.workspace)? {
            if !example.join("pyproject.toml").is_file() {
                continue;
            }
            self.install_wheel_of(&example.join("Cargo.toml"), "dev")?;
            self.python(&["-m", "pytest", text(&example.join("tests"))?])?;
        }
        self.python(&["-m", "doctest", "-o", "ELLIPSIS", "docs/your-own-game.md"])?;
        self.remove_examples()
    }

    fn remove_examples(&self) -> Result<()> {
        for example in examples::games(self.workspace)? {
            let package = format!("tercet-{}", examples::name_of(&example));
            self.python(&["-m", "pip", "uninstall", "--quiet", "--yes", &package])?;
        }
        Ok(())
    }

    /// The program, once it is built.
    fn program(&self) -> PathBuf {
        self.workspace.target.join(format!("debug/tercet{EXE_SUFFIX}"))
    }

    /// The examples of the pages and of the package's own docs.
    fn doctests(&self) -> Result<()> {
        let docs = self.workspace.root.join("docs");
        let mut pages = vec!["README.md".to_owned()];
        for entry in fs::read_dir(&docs).context("cannot list docs/")? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if let Some(page) = name.strip_suffix(".md").filter(|page| page.starts_with("python")) {
                pages.push(format!("docs/{page}.md"));
            }
        }
        pages.sort();
        let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
        self.python(&[&["-m", "doctest", "-o", "ELLIPSIS"], &pages[..]].concat())?;
        let modules = [
            "tercet",
            "tercet.vector",
            "tercet.arena",
            "tercet.entrants",
            "tercet.learn",
            "tercet.openspiel",
            "tercet.opponents",
            "tercet.pettingzoo",
            "tercet.search",
            "tercet.set",
            "tercet.set.boards",
            "tercet.set.cards",
            "tercet.set.codes",
            "tercet.set.config",
            "tercet.set.dealing",
            "tercet.set.demo",
            "tercet.set.encodings",
            "tercet.set.pictures",
            "tercet.triangle",
            "tercet.triangle.colors",
            "tercet.triangle.config",
            "tercet.triangle.geometry",
            "tercet.triangle.grid",
            "tercet.triangle.grid_logic",
            "tercet.triangle.placement",
            "tercet.triangle.shape_logic",
            "tercet.triangle.shapes",
            "tercet.triangle.visualization",
            "tercet.machi",
            "tercet.machi.cards",
            "tercet.machi.events",
            "tercet.machi.game",
            "tercet.machi.players",
            "tercet.machi.strategy",
            "tercet.machi.tournament",
        ];
        let code = "import doctest, importlib, sys\n\
                    failed = sum(doctest.testmod(importlib.import_module(name)).failed for name in sys.argv[1:])\n\
                    sys.exit(failed > 0)";
        self.python(&[&["-c", code], &modules[..]].concat())
    }
}

/// A path as text.
pub(crate) fn text(path: &Path) -> Result<&str> {
    path.to_str().with_context(|| format!("{} is not UTF-8", path.display()))
}
