//! The page's modules in one answer: on a slow line each further request costs more than what it brings.
//!
//! The files stay plain ES modules, and each can still be asked for alone. Joined, a module becomes a function that fills in its exports
//! when it is first needed, so that modules that come later share those that are there. What is understood is what the page's
//! formatter writes: `import { … } from "…";` at a line's beginning, `import("…")`, and `export` before a function, class or constant.

use std::fmt::Write;

/// What every answer begins with: modules that are there, those that were needed, and a way to fetch more.
const PRELUDE: &str = r#"const modules = (globalThis.tercetModules ??= { bodies: new Map(), made: new Map() });
const base = import.meta.url.slice(0, import.meta.url.indexOf("/join/") + 6);
const define = (name, body) => modules.bodies.has(name) || modules.bodies.set(name, body);
const need = (name) => {
  if (modules.made.has(name)) return modules.made.get(name);
  const own = {};
  modules.made.set(name, own);
  modules.bodies.get(name)(own);
  return own;
};
const load = async (name) => {
  if (!modules.bodies.has(name)) await import(base + name);
  return need(name);
};
"#;

/// The most modules that are asked for together; the page asks for three.
const MOST_ROOTS: usize = 8;

/// The modules of these names, and whatever they import, the first of them begun; names without `.js` and with a plus between them.
/// `None` if there is no such module.
pub(super) fn script(names: &str, file: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let roots: Vec<String> = names.split('+').map(|name| format!("{name}.js")).collect();
    // Nothing is gathered for a name that is none.
    if roots.len() > MOST_ROOTS || roots.iter().any(|root| file(root).is_none()) {
        return None;
    }
    let mut joined = PRELUDE.to_owned();
    let mut seen = Vec::new();
    for root in &roots {
        add(root, file, &mut seen, &mut joined)?;
    }
    // Whoever loads more of them begins what was loaded.
    if roots[0] == "app.js" {
        joined.push_str("need(\"app.js\");\n");
    }
    Some(joined)
}

/// Adds a module behind what it imports.
fn add(
    name: &str,
    file: &dyn Fn(&str) -> Option<String>,
    seen: &mut Vec<String>,
    joined: &mut String,
) -> Option<()> {
    if seen.iter().any(|other| other == name) {
        return Some(());
    }
    seen.push(name.to_owned());
    let module = Module::read(name, &file(name)?);
    for (_, other) in &module.imports {
        add(other, file, seen, joined)?;
    }
    module.write(joined);
    Some(())
}

/// A module, taken apart.
struct Module {
    name: String,
    /// What is imported, as it is taken out of an object, and from which module.
    imports: Vec<(String, String)>,
    /// The names of exported functions, which are there before anything runs, and of all else.
    functions: Vec<String>,
    values: Vec<String>,
    body: String,
}

impl Module {
    fn read(name: &str, text: &str) -> Module {
        let mut module = Module {
            name: name.to_owned(),
            imports: Vec::new(),
            functions: Vec::new(),
            values: Vec::new(),
            body: String::new(),
        };
        let text = without_comments(text);
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if line.starts_with("import {") {
                let mut statement = line.to_owned();
                while !statement.ends_with(';') {
                    let Some(more) = lines.next() else { break };
                    statement.push_str(more.trim());
                }
                module.import(&statement);
            } else if !line.trim().is_empty() {
                module.line(line);
            }
        }
        module
    }

    /// `import { a, b as c } from "./d.js";`
    fn import(&mut self, statement: &str) {
        let names = between(statement, "{", "}").unwrap_or_default().replace(" as ", ": ");
        let from = between(statement, "from \"", "\"").unwrap_or_default();
        self.imports.push((names.trim().trim_end_matches(',').to_owned(), resolved(&self.name, from)));
    }

    fn line(&mut self, line: &str) {
        let own = line.strip_prefix("export ");
        if let Some(declared) = own {
            let is_function = declared.starts_with("function ") || declared.starts_with("async function ");
            let name = declared_name(declared);
            let names = if is_function { &mut self.functions } else { &mut self.values };
            names.push(name);
        }
        self.body.push_str(&self.loading(own.unwrap_or(line)));
        self.body.push('\n');
    }

    /// `import("./x.js")` asks for a module by its name from here.
    fn loading(&self, line: &str) -> String {
        match line.split_once("import(\"") {
            Some((before, after)) if line.contains("await import(\"") => {
                let (path, rest) = after.split_once('"').unwrap_or((after, ""));
                format!("{before}load(\"{}\"{rest}", resolved(&self.name, path))
            }
            _ => line.to_owned(),
        }
    }

    fn write(&self, joined: &mut String) {
        let filled = |names: &[String]| match names {
            [] => String::new(),
            names => format!("Object.assign(own, {{ {} }});\n", names.join(", ")),
        };
        let needed = self.imports.iter().fold(String::new(), |mut text, (names, other)| {
            let _ = writeln!(text, "const {{ {names} }} = need(\"{other}\");");
            text
        });
        let Module { name, functions, values, body, .. } = self;
        let (functions, values) = (filled(functions), filled(values));
        let _ = writeln!(joined, "define(\"{name}\", (own) => {{\n{functions}{needed}{body}{values}}});");
    }
}

/// The text without comments that stand between `/**` and `*/`, and without lines that are comments.
fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/**") {
        kept.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    kept.push_str(rest);
    kept.lines().filter(|line| !line.trim_start().starts_with("//")).fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "{line}");
        text
    })
}

fn between<'text>(text: &'text str, before: &str, after: &str) -> Option<&'text str> {
    text.split_once(before)?.1.split_once(after).map(|(inside, _)| inside)
}

/// The name behind `function`, `class` or `const`.
fn declared_name(declared: &str) -> String {
    let words = declared.split(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == '$'));
    let keywords = ["async", "function", "class", "const", ""];
    words.into_iter().find(|word| !keywords.contains(word)).unwrap_or_default().to_owned()
}

/// Where a path leads that is written from a module: `../dom.js` in `games/set.js` is `dom.js`.
fn resolved(module: &str, path: &str) -> String {
    let mut folders: Vec<&str> = module.split('/').collect();
    folders.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(folders.pop()),
            part => folders.push(part),
        }
    }
    folders.join("/")
}

#[cfg(test)]
mod tests {
    use super::super::{Files, text_of};
    use super::*;

    #[test]
    fn a_module_becomes_a_function_that_fills_in_what_it_exports() {
        let text = "// About.\n\nimport { a, b as c } from \"../dom.js\";\nimport {\n  d,\n  e,\n} from \"./f.js\";\n\n/** A word. */\nexport const WORD = /** @type {string} */ (c);\nexport async function go() {\n  // Later.\n  return (await import(\"./later.js\")).late(a, d, e);\n}\nexport class Thing {}\n";
        let mut written = String::new();
        Module::read("games/x.js", text).write(&mut written);
        let wanted = "define(\"games/x.js\", (own) => {\nObject.assign(own, { go });\nconst { a, b: c } = need(\"dom.js\");\nconst { d,e } = need(\"games/f.js\");\nconst WORD =  (c);\nasync function go() {\n  return (await load(\"games/later.js\")).late(a, d, e);\n}\nclass Thing {}\nObject.assign(own, { WORD, Thing });\n});\n";
        assert_eq!(written, wanted);
    }

    #[test]
    fn every_module_of_the_page_can_be_joined() {
        let names: Vec<String> =
            Files::iter().filter(|name| name.ends_with(".js")).map(String::from).collect();
        for name in names.iter().filter(|name| !["early.js", "old.js"].contains(&name.as_str())) {
            let joined = script(name.trim_end_matches(".js"), &text_of).unwrap();
            let left = joined.lines().find(|line| line.starts_with("import ") || line.starts_with("export "));
            assert_eq!(left, None, "{name}");
            assert!(
                !joined.contains("await import(\""),
                "{name}: a module that is asked for in a way that is not understood"
            );
        }
    }

    #[test]
    fn nothing_is_gathered_for_a_name_that_is_none_or_for_a_long_list() {
        let asked = std::cell::RefCell::new(Vec::new());
        let file = |name: &str| {
            asked.borrow_mut().push(name.to_owned());
            text_of(name)
        };
        assert_eq!(script("app+nothing", &file), None);
        assert_eq!(asked.take(), ["app.js", "nothing.js"]);
        assert_eq!(script(&["app"; MOST_ROOTS + 1].join("+"), &file), None);
        assert_eq!(asked.take(), [""; 0]);
    }

    #[test]
    fn no_module_needs_one_that_needs_it() {
        fn visit(name: &str, path: &mut Vec<String>) {
            assert!(!path.iter().any(|other| other == name), "{path:?} leads back to {name}");
            path.push(name.to_owned());
            for (_, other) in Module::read(name, &text_of(name).unwrap()).imports {
                visit(&other, path);
            }
            path.pop();
        }
        for name in ["app.js", "home.js", "table.js", "games/set.js", "games/machi.js", "games/triangle.js"] {
            visit(name, &mut Vec::new());
        }
    }
}
